import type { Clock } from '../core/clock.ts';
import { CATALOGUE, type CatalogueEntry } from './catalogue.ts';
import { createGuardedProvider, type GuardedProvider } from './guard.ts';
import { createProviderSet, type DisabledProvider, type ProviderSet } from './provider-set.ts';
import type { Observer } from '../telemetry/observer.ts';
import { createPace } from './port/pace.ts';
import { createProviderHttp, type ProviderHttp } from './port/provider-http.ts';

export interface ProviderSettings {
  /** Names of the providers to use; undefined: all whose settings are complete. Empty: none. */
  chosen: readonly string[] | undefined;
  /** Base URLs and keys by the provider's name. */
  urls: Readonly<Record<string, string | undefined>>;
  keys: Readonly<Record<string, string | undefined>>;
  /** Whether the operator set a contact, which some providers require. */
  hasContact: boolean;
  userAgent: string;
  clock: Clock;
  /** Measures and traces requests. Absent: nothing does. */
  observer?: Observer | undefined;
}

/** The providers that the configuration enables. Each is probed at once, in the background. */
export function createProviders(settings: ProviderSettings): ProviderSet {
  const judged = CATALOGUE.map((entry) => ({ entry, reason: reasonOff(entry, settings) }));
  const on = judged.flatMap(({ entry, reason }) => (reason === undefined ? guarded(entry, settings) : []));
  const off = judged.flatMap(({ entry, reason }): DisabledProvider[] =>
    reason === undefined ? [] : [{ ...entry, reason }],
  );
  return createProviderSet(on, off);
}

/** Why a provider is not used; undefined if it is. */
function reasonOff(entry: CatalogueEntry, { chosen, urls, keys, hasContact }: ProviderSettings): string | undefined {
  const { name, needs, defaultUrl } = entry;
  const capitals = name.toUpperCase();
  if (chosen && !chosen.includes(name)) return 'QUARRY_PROVIDERS does not name it';
  if (!defaultUrl && !urls[name]) return `set QUARRY_${capitals}_URL`;
  if (urlsOf(entry, urls[name]).some((url) => !/^https?:$/.test(URL.parse(url)?.protocol ?? '')))
    return `QUARRY_${capitals}_URL is not an http or https URL`;
  if (needs === 'key' && !keys[name]) return `set QUARRY_${capitals}_KEY`;
  if (needs === 'contact' && !hasContact) return 'set QUARRY_CONTACT: this provider requires a contact';
  if (needs === 'choice' && !chosen) return 'name it in QUARRY_PROVIDERS';
  return undefined;
}

function guarded(
  entry: CatalogueEntry,
  { urls, keys, userAgent, clock, observer }: ProviderSettings,
): GuardedProvider[] {
  const ownUrls = urlsOf(entry, urls[entry.name]);
  const pace = createPace(entry.everyMs ?? 0, entry.burst);
  const opened: ProviderHttp[] = [];
  const open = (baseUrl: string, isOperatorSet: boolean): ProviderHttp => {
    const http = createProviderHttp({ baseUrl, isOperatorSet, userAgent, pace });
    opened.push(http);
    return http;
  };
  const own = ownUrls.map((url) => open(url, true));
  const at = (defaultUrl: string): ProviderHttp => own[0] ?? open(defaultUrl, false);
  const http = at(entry.defaultUrl ?? '');
  const providers = entry.create({ http, at, each: own, key: keys[entry.name] ?? '' });
  const close = async () => void (await Promise.all(opened.map((one) => one.close())));
  return providers.map((provider) =>
    createGuardedProvider({
      provider,
      isReachable: (url, signal) => provider.isReachable?.(signal) ?? http.answers(url, signal),
      close,
      clock,
      observer,
    }),
  );
}

/** The operator's setting: one base URL, or a list of them. */
function urlsOf({ hasManyUrls }: CatalogueEntry, given: string | undefined): string[] {
  const urls = hasManyUrls ? (given ?? '').split(',') : [given ?? ''];
  return urls.map((url) => url.trim()).filter((url) => url !== '');
}
