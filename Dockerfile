# One image for all processes of Quarry; the command decides which one it is.
FROM node:24-bookworm-slim
# unshare and ip give the browser its network namespace; chromium renders pages that need one.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium iproute2 util-linux \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/quarry
COPY package.json package-lock.json .npmrc ./
# Without the libraries of NVIDIA cards, and those of other systems.
RUN ONNXRUNTIME_NODE_INSTALL=skip npm ci --omit=dev \
 && rm -rf node_modules/onnxruntime-node/bin/napi-v6/darwin node_modules/onnxruntime-node/bin/napi-v6/win32 \
           node_modules/@temporalio/core-bridge/releases/*-apple-* node_modules/@temporalio/core-bridge/releases/*-windows-*
COPY . .
# The bundle of the workflows and the console are kept beside the packages: made once here, not at each start.
RUN node scripts/bundle-workflows.ts && node scripts/console.mjs && mkdir -p /var/lib/quarry && chown node /var/lib/quarry
USER node
# The embedding model lies on the volume: one download for all containers.
ENV QUARRY_HOST=0.0.0.0 XDG_CACHE_HOME=/var/lib/quarry/cache QUARRY_DATA_DIR=/var/lib/quarry QUARRY_LOG=json MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080 50051
CMD ["node", "cli/quarry.ts", "api"]
