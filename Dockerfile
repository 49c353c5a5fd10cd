# One image for all processes of Quarry; the command decides which one it is.
FROM node:24-bookworm-slim
# unshare and ip give the browser its network namespace; chromium renders pages that need one.
RUN apt-get update \
 && apt-get install --yes --no-install-recommends chromium iproute2 util-linux \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /srv/quarry
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev
COPY . .
# The bundle of the workflows is kept beside the packages: made once here, not at each start.
RUN node scripts/bundle-workflows.ts && mkdir -p /var/lib/quarry && chown node /var/lib/quarry
USER node
ENV QUARRY_HOST=0.0.0.0 QUARRY_DATA_DIR=/var/lib/quarry QUARRY_LOG=json MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
EXPOSE 8080 50051
CMD ["node", "cli/quarry.ts", "api"]
