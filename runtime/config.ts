import { z } from 'zod';
import { looksLikeApiKey } from '../services/accounts/api-key-format.ts';
import { parseRateLimits } from '../services/accounts/rate-limits.ts';
import { parseAllowList } from '../services/egress/allow-list.ts';
import { parseRanges } from '../services/egress/ranges.ts';
import { ACCEPT_LANGUAGE } from '../services/fetch/download.ts';
import { KEYED_PROVIDERS, PROVIDER_NAMES, type ProviderName } from '../services/providers/names.ts';
import { SCOPES } from '../services/query/scopes.ts';
import { SAMPLERS } from '../services/telemetry/sampler-names.ts';
import { parseOrigins } from '../services/url/origins.ts';

/** The value of QUARRY_EMBEDDINGS_MODEL that turns ranking by meaning off. */
export const NO_EMBEDDINGS = 'off';

const port = (otherwise: number) => z.coerce.number().int().min(0).max(65_535).default(otherwise);
const text = z.string().trim().min(1);
const positive = (otherwise: number) => z.coerce.number().int().positive().default(otherwise);
const wholeNumber = (otherwise: number) => z.coerce.number().int().nonnegative().default(otherwise);

/** Reports what a parser throws. */
function parsedBy(parse: (given: string) => unknown) {
  return (given: string, { addIssue }: { addIssue(message: string): void }): void => {
    try {
      parse(given);
    } catch (error) {
      addIssue((error as Error).message);
    }
  };
}

const parsed = (parse: (given: string) => unknown, otherwise: string) =>
  z.string().superRefine(parsedBy(parse)).default(otherwise);

const url = text.regex(/^https?:\/\/[^\s?#]+$/, 'must be an http or https URL without a query');

type Capitals<Name extends ProviderName, Suffix extends string> = `QUARRY_${Uppercase<Name>}_${Suffix}`;

function ofProviders<Name extends ProviderName, Suffix extends string>(
  names: readonly Name[],
  suffix: Suffix,
  schemaOf: (name: Name) => z.ZodOptional<z.ZodString>,
) {
  const entries = names.map((name) => [`QUARRY_${name.toUpperCase()}_${suffix}`, schemaOf(name)]);
  return Object.fromEntries(entries) as Record<Capitals<Name, Suffix>, z.ZodOptional<z.ZodString>>;
}

const FEED_URLS = /^\s*https?:\/\/[^\s,]+(?:\s*,\s*https?:\/\/[^\s,]+)*\s*,?\s*$/;
const FEEDS = 'RSS and Atom feeds for the scope `news`, separated by commas.';

function providerUrl(name: ProviderName): z.ZodOptional<z.ZodString> {
  if (name === 'feeds')
    return text.regex(FEED_URLS, 'must be http or https URLs, separated by commas').optional().describe(FEEDS);
  return url
    .optional()
    .describe(`Base URL of the provider \`${name}\`; for a mirror or your own instance; may be private.`);
}

function providersChosen(given: string, { addIssue }: { addIssue(message: string): void }): string[] {
  const names = given
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  for (const name of names)
    if (!(PROVIDER_NAMES as readonly string[]).includes(name))
      addIssue(`${name} is none of ${PROVIDER_NAMES.join(', ')}`);
  return names;
}

/** Every variable that Quarry reads: name, form, default, meaning. `docs/configuration.md` is generated from here. */
export const variables = {
  QUARRY_HOST: text.default('127.0.0.1').describe('Address on which the API listens.'),
  QUARRY_PORT: port(8080).describe('Port of the REST API; 0: a free port.'),
  QUARRY_GRPC_PORT: port(50_051).describe('Port of the gRPC API; 0: a free port.'),
  QUARRY_TLS_CERT: text
    .optional()
    .describe(
      'File with the certificate chain of the gRPC API, PEM; without it, it speaks plain HTTP/2. Needs QUARRY_TLS_KEY.',
    ),
  QUARRY_TLS_KEY: text.optional().describe("File with the certificate's private key, PEM."),
  QUARRY_METRICS_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .optional()
    .describe('Port of the metrics for Prometheus, at `/metrics`; 0: a free port. Default: there are none.'),
  QUARRY_METRICS_HOST: text
    .default('127.0.0.1')
    .describe(
      'Address on which the metrics are served. They are served without a key: use an address that only your monitoring can reach.',
    ),
  QUARRY_TEMPORAL_PORT: port(7233).describe('Port of the embedded Temporal server; 0: a free port.'),
  QUARRY_TEMPORAL_UI_PORT: port(8233).describe("Port of the embedded Temporal server's UI; 0: a free port."),
  QUARRY_TEMPORAL_UI_URL: url
    .refine(URL.canParse, 'is not a URL')
    .optional()
    .describe("Address of Temporal's UI, to which the console links. Default: the UI of the embedded server."),
  QUARRY_URL: url
    .refine(URL.canParse, 'is not a URL')
    .default('http://127.0.0.1:8080')
    .describe('Address of the service that commands such as `quarry mcp` call.'),
  QUARRY_API_KEY: text.optional().describe('Key with which they call it. Default: the first key of the data folder.'),
  QUARRY_DATA_DIR: text.default('.data').describe('Folder for the data of the embedded servers and the index.'),
  DATABASE_URL: text
    .regex(/^postgres(ql)?:\/\/[^?]*\/[^/?]+/, 'must be postgresql://user:password@host:port/database')
    .optional()
    .describe('URL of your PostgreSQL. Default: the embedded one.'),
  TEMPORAL_ADDRESS: text
    .regex(/^[^\s/]+:\d{1,5}$/, 'must be host:port')
    .optional()
    .describe('host:port of your Temporal server. Default: the embedded one.'),
  QUARRY_OPENSEARCH_URL: url
    .refine(URL.canParse, 'is not a URL')
    .optional()
    .describe(
      'OpenSearch server for the index, as `https://user:password@host:9200`; may be private. Default: the embedded index.',
    ),
  QUARRY_OPENSEARCH_PREFIX: text
    .regex(/^[a-z][a-z0-9-]{0,63}$/, 'must be small letters, digits and hyphens')
    .default('quarry')
    .describe('Prefix of the index names on that server. Installations that share a server need different prefixes.'),
  TEMPORAL_NAMESPACE: text.default('default').describe('Temporal namespace.'),
  QUARRY_CHROMIUM: text.optional().describe('Chromium executable. Default: an installed one, else the packaged one.'),
  QUARRY_TEMPORAL_CLI: text
    .optional()
    .describe('`temporal` executable for the embedded server. Default: found on the PATH or downloaded.'),
  QUARRY_ENCRYPTION_KEY: text
    .refine((key) => Buffer.from(key, 'base64').length === 32, 'must be 32 bytes in base64')
    .optional()
    .describe(
      'Key that encrypts secrets at rest, 32 bytes in base64. Required with DATABASE_URL. Default: generated in the data folder.',
    ),
  QUARRY_BOOTSTRAP_KEY: text
    .refine(looksLikeApiKey, 'is not a well-formed API key')
    .optional()
    .describe('API key of the first organization. Default: generated.'),
  QUARRY_BOOTSTRAP_CREDITS: wholeNumber(1_000_000).describe('Credits of the first organization.'),
  QUARRY_SEED_DOCS: z
    .stringbool()
    .default(true)
    .describe(
      "Whether a start indexes Quarry's own guide. Only searches whose `include_domains` names its host find it.",
    ),
  QUARRY_DEFAULT_SCOPE: z.enum(SCOPES).default('web').describe('Scope of a search without `scope`.'),
  QUARRY_PROVIDERS: z
    .string()
    .transform((given, context) => providersChosen(given, { addIssue: (message) => context.addIssue(message) }))
    .optional()
    .describe(
      'Providers to ask beside your own index, separated by commas; set but empty: none. Default: all whose keys and URLs are set (docs/search.md).',
    ),
  ...ofProviders(PROVIDER_NAMES, 'URL', providerUrl),
  ...ofProviders(KEYED_PROVIDERS, 'KEY', (name) => text.optional().describe(`Key of the provider \`${name}\`.`)),
  QUARRY_MODEL: text
    .optional()
    .describe(
      'Name of the language model that writes answers. Without one, answers consist of sentences of their sources.',
    ),
  QUARRY_EMBEDDINGS_MODEL: text
    .max(200)
    .optional()
    .describe(
      "Name of a server's embeddings model, which replaces the built-in one in ranking by meaning; `off`: none. Default: the built-in one, which the first start downloads (docs/search.md#meaning).",
    ),
  OPENAI_BASE_URL: url
    .optional()
    .describe(
      "Base URL of the model's server, with the chat completions or embeddings API; may be private. Default: OpenAI. Used only where QUARRY_MODEL or QUARRY_EMBEDDINGS_MODEL names a model.",
    ),
  OPENAI_API_KEY: text
    .optional()
    .describe(
      "Key for the model's server. Required with QUARRY_MODEL or QUARRY_EMBEDDINGS_MODEL unless OPENAI_BASE_URL is set.",
    ),
  QUARRY_EGRESS_ALLOW: parsed(parseAllowList, '').describe(
    'Private targets that Quarry may fetch: host:port entries or CIDRs, separated by commas.',
  ),
  QUARRY_RATE_LIMITS: parsed(parseRateLimits, 'on').describe(
    '`off` turns rate limits off; `search=1200,agent=10` sets calls a minute and key of single classes.',
  ),
  QUARRY_TRUSTED_PROXIES: parsed(parseRanges, '').describe(
    "Addresses and CIDRs of your reverse proxies, separated by commas. A call that comes from one has the caller's address from `X-Forwarded-For`: for networks of keys, the audit log and failed sign-ins.",
  ),
  QUARRY_ALLOWED_ORIGINS: parsed(parseOrigins, '').describe(
    "Origins of web pages that may call `/v1` with an API key, such as `https://app.example.com`, separated by commas; `*`: all. Pages of Quarry's own origin need no entry.",
  ),
  QUARRY_MAX_CONNECTIONS: positive(2_048).describe('Most open connections to the REST API.'),
  QUARRY_MAX_CONNECTIONS_PER_ADDRESS: positive(512).describe(
    'Most open connections of one address. Proxies of QUARRY_TRUSTED_PROXIES are not limited.',
  ),
  QUARRY_DOCUMENTS_PER_ORGANIZATION: wholeNumber(100_000).describe('Most documents of one organization.'),
  QUARRY_CRAWL_DELAY: z.coerce
    .number()
    .min(0)
    .max(3_600)
    .default(1)
    .describe(
      'Seconds between two requests of crawls to one host, unless its robots.txt wants more. Above 0 outside of tests.',
    ),
  QUARRY_AGENT_RUNS_AT_ONCE: wholeNumber(10).describe('Most agent runs of one organization at once.'),
  QUARRY_MONITORS_PER_ORGANIZATION: wholeNumber(100).describe('Most monitors of one organization.'),
  QUARRY_CONTACT: text
    .optional()
    .describe('Contact of the operator, a URL or an e-mail address. Sent in the User-Agent.'),
  QUARRY_ACCEPT_LANGUAGE: text
    .regex(/^[\w\-*;=., ]+$/, 'must be the value of an Accept-Language header')
    .default(ACCEPT_LANGUAGE)
    .describe('Accept-Language header of page requests.'),
  QUARRY_LOG: z
    .enum(['auto', 'pretty', 'json', 'silent'])
    .default('auto')
    .describe('Form of the log; `auto` is pretty on a terminal, JSON otherwise.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: url
    .optional()
    .describe(
      'Base URL of a receiver of traces, for OTLP over HTTP: `http://127.0.0.1:4318`; may be private. Default: nothing is traced or sent (docs/observability.md#traces).',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url
    .optional()
    .describe('The same as a whole URL, for traces alone: `http://127.0.0.1:4318/v1/traces`.'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .literal('http/protobuf', 'must be http/protobuf: Quarry speaks no other protocol of OTLP')
    .default('http/protobuf')
    .describe('Protocol of OTLP.'),
  OTEL_SERVICE_NAME: text.default('quarry').describe("The service's name in traces."),
  OTEL_SDK_DISABLED: z.stringbool().default(false).describe('`true` turns traces off.'),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .describe('Which traces are kept. `parentbased_…`: as the caller has decided, if its call continues a trace.'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number()
    .min(0)
    .max(1)
    .default(1)
    .describe('Share of the traces that `…traceidratio` keeps, from 0 to 1.'),
  QUARRY_HEALTH_FILE: text
    .optional()
    .describe(
      'File for health checks: `quarry worker` touches it every five seconds while it takes tasks, and removes it otherwise.',
    ),
  QUARRY_TIME_SCALE: z.coerce
    .number()
    .positive()
    .default(1)
    .describe(
      'Factor that shortens the cadences of monitors and sources and the retry delays of webhooks, for tests of an installation: at 60, a monitor of one hour runs every minute.',
    ),
} as const;

// Set to an empty value, these differ from unset.
const MAY_BE_EMPTY = new Set(['QUARRY_PROVIDERS']);

const Environment = z.object(variables);

export type Config = z.infer<typeof Environment>;

/** The faults of the configuration in prose, one line per variable. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Reads the configuration. An empty variable counts as unset, except QUARRY_PROVIDERS.
 *
 * @throws ConfigError naming every invalid or unknown variable
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(
      ([name, value]) => value !== undefined && (value !== '' || MAY_BE_EMPTY.has(name)),
    ),
  );
  const unknown = Object.keys(given).filter((name) => name.startsWith('QUARRY_') && !(name in variables));
  const parsed = Environment.safeParse(given);
  const problems = unknown.map((name) => `${name} is not a variable of Quarry; docs/configuration.md lists them`);
  if (!parsed.success)
    problems.push(...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  if (given.DATABASE_URL && !given.QUARRY_ENCRYPTION_KEY) {
    problems.push(
      'QUARRY_ENCRYPTION_KEY is required with DATABASE_URL: 32 random bytes in base64 (openssl rand -base64 32)',
    );
  }
  const asksServer = (['QUARRY_MODEL', 'QUARRY_EMBEDDINGS_MODEL'] as const).find(
    (name) => given[name] && !(name === 'QUARRY_EMBEDDINGS_MODEL' && given[name].trim() === NO_EMBEDDINGS),
  );
  if (asksServer && !given.OPENAI_BASE_URL && !given.OPENAI_API_KEY) {
    problems.push(
      `${asksServer} needs OPENAI_API_KEY, or OPENAI_BASE_URL with the address of a server that asks for no key`,
    );
  }
  if (Boolean(given.QUARRY_TLS_CERT) !== Boolean(given.QUARRY_TLS_KEY))
    problems.push('QUARRY_TLS_CERT and QUARRY_TLS_KEY are set together');
  if (problems.length > 0 || !parsed.success) throw new ConfigError(problems.join('\n'));
  return parsed.data;
}
