/** A server of language models on this machine, at its default port. */
export interface UsualServer {
  name: string;
  /** Base URL of its chat completions API. */
  baseUrl: string;
}

const USUAL_SERVERS: readonly UsualServer[] = [
  { name: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1' },
  { name: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1' },
];
const WITHIN_MS = 500;
const MOST_BYTES = 256 * 1024;
const MOST_NAMES = 5;
// Any program may answer at the port, and the names are shown on a terminal: only these characters are accepted.
const NAME = /^[\w.:@/-]{1,80}$/;

/**
 * A sentence for each server that answers at its default port: the models that it offers, and the variables that enable
 * one. No model is used automatically. Never rejects.
 */
export async function offeredModels(servers: readonly UsualServer[] = USUAL_SERVERS): Promise<string[]> {
  const offers = await Promise.all(
    servers.map(async (server) => ({ ...server, names: await namesAt(server.baseUrl).catch(() => []) })),
  );
  return offers.flatMap(({ name, baseUrl, names: [first, ...others] }) => {
    if (first === undefined) return [];
    const shown = [first, ...others].slice(0, MOST_NAMES).join(', ');
    const rest = others.length >= MOST_NAMES ? ` and ${others.length + 1 - MOST_NAMES} more` : '';
    return `${name} offers ${shown}${rest}. To have a model write answers, start with OPENAI_BASE_URL=${baseUrl} QUARRY_MODEL=${first}`;
  });
}

async function namesAt(baseUrl: string): Promise<string[]> {
  const response = await fetch(`${baseUrl}/models`, { redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) });
  if (!response.ok) return [];
  const { data } = JSON.parse(await boundedText(response)) as { data?: ReadonlyArray<{ id?: unknown }> };
  return (data ?? []).flatMap(({ id }) => (typeof id === 'string' && NAME.test(id) ? [id] : []));
}

async function boundedText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) throw new Error('the list of models is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
