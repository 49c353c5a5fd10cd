import { termRarity } from '../services/index/statistics/term-rarity.ts';
import type { Logger } from 'pino';
import { inRanges, parseRanges } from '../services/egress/ranges.ts';
import { createCallerAddress } from './operations/calls/caller-address.ts';
import { createSpacing } from '../services/concurrency/spacing.ts';
import { createAuthenticate } from '../services/accounts/authenticate.ts';
import { createRateLeases } from '../services/accounts/rate-leases.ts';
import { createRateLimits, parseRateLimits } from '../services/accounts/rate-limits.ts';
import { createAnswer } from '../services/answer/answer.ts';
import { createSchemas, type SchemaValidator } from '../services/structured/schema/schemas.ts';
import { createMeter } from '../services/billing/charge-call.ts';
import { readUsage } from '../services/billing/usage.ts';
import type { Config } from '../runtime/config.ts';
import { createDocuments, type Documents } from '../services/documents/documents.ts';
import { createReadParts } from '../services/research/evidence/read-parts.ts';
import { createEvidenceReader, type EvidenceReader } from '../services/research/evidence/evidence-reader.ts';
import { createIndexGiven } from '../services/documents/index-given.ts';
import { createFileReader, type FileReader } from '../services/files/file-reader.ts';
import { createIndexFiles } from '../services/files/index-files.ts';
import { countDocuments, listDocuments, readDocument } from '../services/documents/read-documents.ts';
import { isDrained } from '../services/documents/indexing/outbox.ts';
import { ServiceError } from '../services/core/errors.ts';
import type { ObserveCall } from '../services/core/stages.ts';
import { createEncryption } from '../services/core/encryption.ts';
import { createFetchBatch } from '../services/fetch/fetch-batch.ts';
import { createPages } from '../services/fetch/pages.ts';
import type { Platform } from '../runtime/platform.ts';
import { createIdempotency } from '../services/accounts/idempotency.ts';
import { modelOf } from '../runtime/create-model.ts';
import { newId } from '../services/core/ids.ts';
import { createRunEvents } from '../services/research/run/run-events.ts';
import { parseAllowList } from '../services/egress/allow-list.ts';
import { createPerHost } from '../services/fetch/per-host.ts';
import { createFeeds, type Feeds } from '../services/monitors/records/feeds.ts';
import { createMonitors } from '../services/monitors/monitors.ts';
import { createPreviewMonitor } from '../services/monitors/preview.ts';
import { createReadRecords } from '../services/monitors/records/read-records.ts';
import { createReadRuns } from '../services/monitors/records/read-runs.ts';
import { createReadDeliveries } from '../services/monitors/webhooks/read-deliveries.ts';
import { createTestWebhook } from '../services/monitors/webhooks/test-webhook.ts';
import { createAgentRuns } from '../services/research/run/runs.ts';
import { createCrawls } from '../services/crawls/crawls.ts';
import { createMapSite } from '../services/crawls/map-site.ts';
import { createCrawlEvents } from '../services/crawls/storage/crawl-events.ts';
import { createSources } from '../services/sources/sources.ts';
import { parseOrigins } from '../services/url/origins.ts';
import { createFollowRecords } from '../services/monitors/records/follow-records.ts';
import { createRecordNews } from '../services/monitors/storage/record-news.ts';
import product from '../package.json' with { type: 'json' };
import { readCertificate } from './grpc/certificate.ts';
import { listenGrpc, type GrpcServer } from './grpc/server.ts';
import { allServices } from './grpc/services/all.ts';
import { createMcpEndpoint } from './mcp/endpoint.ts';
import { openApiDocument } from './openapi/document.ts';
import { createApp, type AppOptions } from './rest/app.ts';
import { createReadInstallation } from './rest/console/installation.ts';
import { consoleServices } from './rest/console/console-services.ts';
import type { Operation } from './operations/calls/operation.ts';
import { allOperations } from './operations/all.ts';
import type { CallGate } from './operations/calls/perform.ts';
import { publicPages } from './rest/public-pages.ts';
import { listen, type RestServer } from './rest/server.ts';

const SEARCHABLE_WITHIN_MS = 1_000;

export interface ApiOptions {
  config: Config;
  encryptionKey: string;
  platform: Platform;
  log: Logger;
  /** Address of the embedded Temporal server's UI. */
  temporalUi?: string | undefined;
  /** Observes the stages of each call. Absent: they are not observed. */
  observe?: ObserveCall | undefined;
}

export interface Api {
  /** Base URL of REST. */
  url: string;
  /** host:port */
  grpc: string;
  /** Makes `/readyz` answer 200; call it together with the log line that reports readiness. */
  markReady(): void;
  /** Finishes running calls, aborts those that take too long, then closes both transports. */
  stop(): Promise<void>;
}

/** Starts the API, REST and gRPC. @throws Error saying what to do if a port is unavailable */
export async function startApi(options: ApiOptions): Promise<Api> {
  const { config, encryptionKey, platform, log, observe } = options;
  const { database, clock } = platform;
  const documents = createDocuments({
    database,
    clock,
    newId,
    // A client that indexes and searches at once finds its documents; a busy index delays it no longer than this.
    notify: async (seq) => void (await isDrained(database, seq, SEARCHABLE_WITHIN_MS)),
    limits: { documentsPerOrganization: config.QUARRY_DOCUMENTS_PER_ORGANIZATION },
  });
  const schemas = createSchemas();
  const feeds = createFeeds({ database, signIn: platform.signIn, clock, encryption: createEncryption(encryptionKey) });
  const evidenceReader = createEvidenceReader();
  const fileReader = createFileReader(platform.retrieval.web.extractor);
  const operations = createOperations(options, { documents, schemas, feeds, evidenceReader, fileReader });
  const unauthenticatedCalls = createSpacing();
  const leases = createRateLeases(database);
  const gate = {
    log,
    calls: platform.telemetry.calls,
    observe: observe ?? platform.telemetry.observeStages,
    authenticate: createAuthenticate({ sql: platform.signIn, clock, unauthenticatedCalls }),
    callerAddress: createCallerAddress(parseRanges(config.QUARRY_TRUSTED_PROXIES)),
    unauthenticatedCalls,
    takeToken: createRateLimits(parseRateLimits(config.QUARRY_RATE_LIMITS), leases),
    idempotency: createIdempotency({ sql: database, encryption: createEncryption(encryptionKey), clock }),
  };
  let isReady = false;
  const readInstallation = createReadInstallation({
    config,
    workflows: platform.workflows,
    embeddedUi: options.temporalUi,
  });
  const console = consoleServices(platform, { unauthenticatedCalls, readInstallation });
  const rest = await startRest(options, { operations, feeds, gate, console, isReady: () => isReady });
  const grpc = await startGrpc(options, { operations, gate }).catch(async (error: unknown) => {
    await rest.stop();
    throw error;
  });
  const stop = async () => {
    await Promise.all([rest.stop(), grpc.stop()]);
    await leases.close();
    await schemas.close();
    await evidenceReader.close();
    await fileReader.close();
  };
  return { url: rest.url, grpc: grpc.address, markReady: () => void (isReady = true), stop };
}

interface TransportParts {
  operations: Operation[];
  gate: CallGate;
}

async function startRest(
  { config, platform, log }: ApiOptions,
  { isReady, ...parts }: TransportParts & Pick<AppOptions, 'feeds' | 'console'> & { isReady(): boolean },
): Promise<RestServer> {
  const stopping = new AbortController();
  const pages = publicPages({
    openApi: openApiDocument(parts.operations, config.QUARRY_CONTACT),
    platform,
    dataFolder: config.QUARRY_DATA_DIR,
    isReady,
  });
  const endpoint = createMcpEndpoint((error) => log.debug({ err: error }, 'a request over MCP failed'));
  const mcp = { endpoint, version: product.version, host: config.QUARRY_HOST };
  const allowedOrigins = parseOrigins(config.QUARRY_ALLOWED_ORIGINS);
  const app = createApp({ ...parts, allowedOrigins, mcp, log, stopping: stopping.signal, pages });
  const abortRequests = () => stopping.abort(new ServiceError('UNAVAILABLE', 'The service is stopping. Try again.'));
  const limits = {
    connections: config.QUARRY_MAX_CONNECTIONS,
    connectionsPerAddress: config.QUARRY_MAX_CONNECTIONS_PER_ADDRESS,
    isUnlimited: inRanges(parseRanges(config.QUARRY_TRUSTED_PROXIES)),
  };
  const server = await listen(app, { host: config.QUARRY_HOST, port: config.QUARRY_PORT, abortRequests, limits, log });
  const stop = async () => {
    // A session's stream of events would hold its connection until the server gives up on it.
    await endpoint.close();
    await server.stop();
  };
  return { ...server, stop };
}

async function startGrpc(
  { config, platform: { database, background, notifications, clock } }: ApiOptions,
  { operations, gate }: TransportParts,
): Promise<GrpcServer> {
  const certificate = await readCertificate(config);
  const news = createRecordNews(background, notifications);
  const services = allServices(
    operations,
    createFollowRecords({ database, records: createReadRecords({ database, clock }), news }),
  );
  const server = await listenGrpc({
    host: config.QUARRY_HOST,
    port: config.QUARRY_GRPC_PORT,
    certificate,
    services,
    gate,
  });
  const stop = async () => {
    await server.stop();
    news.close();
  };
  return { ...server, stop };
}

interface OperationParts {
  documents: Documents;
  schemas: SchemaValidator;
  feeds: Feeds;
  evidenceReader: EvidenceReader;
  fileReader: FileReader;
}

function createOperations(
  { config, platform, encryptionKey, log }: ApiOptions,
  { documents, schemas, feeds, evidenceReader, fileReader }: OperationParts,
): Operation[] {
  const { database, clock, ledger, notifications, workflows } = platform;
  const { search, nearness, outside, web } = platform.retrieval;
  const encryption = createEncryption(encryptionKey);
  const allowList = parseAllowList(config.QUARRY_EGRESS_ALLOW);
  const meter = createMeter({ ledger, charges: platform.charges, clock });
  const runsAtOnce = config.QUARRY_AGENT_RUNS_AT_ONCE;
  const fetchBatch = createFetchBatch({ workflows, pages: createPages(database), meter, encryption });
  return allOperations({
    meter,
    ledger,
    readUsage: (span) => readUsage(database, span),
    documents,
    indexGiven: createIndexGiven(documents, fetchBatch),
    indexFiles: createIndexFiles(documents, fileReader),
    documentReads: {
      list: (orgId, filter, page) => listDocuments(database, orgId, filter, page),
      read: (orgId, url) => readDocument(database, orgId, url),
      count: (orgId, filter) => countDocuments(database, orgId, filter),
    },
    feeds,
    sources: createSources({ database, documents, clock, workflows, timeScale: config.QUARRY_TIME_SCALE }),
    crawls: createCrawls({
      database,
      clock,
      documents,
      workflows,
      events: createCrawlEvents({ database, notifications }),
      charged: platform.telemetry.metrics?.charged,
    }),
    mapSite: createMapSite({ web, robotsOf: web.robotsOf, readPage: web.reader(), clock }),
    search,
    outside,
    answer: createAnswer({
      search,
      model: modelOf(config, clock, platform.telemetry.observer),
      schemas,
      rarityOf: (orgId, query) => termRarity(database, orgId, query),
      nearness,
    }),
    fetchBatch,
    readParts: createReadParts(evidenceReader, nearness),
    monitors: createMonitors({
      database,
      clock,
      workflows,
      search,
      encryption,
      allowList,
      defaultScope: config.QUARRY_DEFAULT_SCOPE,
      monitorsPerOrganization: config.QUARRY_MONITORS_PER_ORGANIZATION,
      timeScale: config.QUARRY_TIME_SCALE,
    }),
    preview: createPreviewMonitor({
      readPage: web.reader(),
      robotsOf: web.robotsOf,
      hostTurns: createPerHost(1),
      search,
      clock,
      allowList,
      defaultScope: config.QUARRY_DEFAULT_SCOPE,
      timeScale: config.QUARRY_TIME_SCALE,
      onError: (error) => log.error({ err: error }, 'a search of a preview failed'),
    }),
    monitorRuns: { runs: createReadRuns({ database, clock }), records: createReadRecords({ database, clock }) },
    webhooks: {
      test: createTestWebhook({ database, clock, encryption, allowList, egress: web.egress, userAgent: web.userAgent }),
      deliveries: createReadDeliveries({ database, clock }),
    },
    agentRuns: createAgentRuns({
      database,
      background: platform.background,
      workflows,
      clock,
      notifications,
      events: createRunEvents({ database, notifications }),
      schemas,
      runsAtOnce,
      charged: platform.telemetry.metrics?.charged,
    }),
    limits: {
      documents: config.QUARRY_DOCUMENTS_PER_ORGANIZATION,
      agent_runs_at_once: runsAtOnce,
      requests_per_minute: parseRateLimits(config.QUARRY_RATE_LIMITS) ?? {},
      monitors: config.QUARRY_MONITORS_PER_ORGANIZATION,
    },
  });
}
