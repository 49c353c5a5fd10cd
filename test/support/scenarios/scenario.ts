import { readFile } from 'node:fs/promises';
import type { ModelRequest, Reply, Script } from '../model-server.ts';

/** The parts of a run that a model is asked for, by the beginning of the system prompt. */
const PARTS = {
  plan: 'You plan research',
  notes: 'You take notes',
  missing: 'You lead research',
  draft: 'You answer questions from numbered sources',
} as const;

type Part = keyof typeof PARTS;

interface Rule {
  /** Text that the prompt must hold. Absent: any prompt. */
  if?: string;
  /** `{Title}` becomes the number of the source with that title. */
  write?: string;
  /** The stream breaks off after the text. */
  dies?: true;
  /** The server refuses the call. */
  status?: number;
  /** Serves one request only; the next rule serves the next one. */
  once?: true;
}

/** A model's behaviour in a run, as its file records it. */
interface Scenario {
  /** Prompt and output together; a call above it is refused, as servers do. Absent: no limit. */
  contextTokens?: number;
  replies: Partial<Record<Part, Rule[]>>;
}

export interface PlayedScenario {
  script: Script;
  /** The requests of each part so far. */
  asked: Record<Part, ModelRequest[]>;
  /** Requests that were above the limit of the context. */
  tooLong: ModelRequest[];
}

/** Reads `<name>.json` of this folder as the script of a model server. */
export async function playScenario(name: string): Promise<PlayedScenario> {
  const { contextTokens, replies } = JSON.parse(
    await readFile(new URL(`${name}.json`, import.meta.url), 'utf8'),
  ) as Scenario;
  const served = new Set<Rule>();
  const asked: PlayedScenario['asked'] = { plan: [], notes: [], missing: [], draft: [] };
  const tooLong: ModelRequest[] = [];
  const script = (request: ModelRequest): Reply => {
    const part = partOf(request);
    asked[part].push(request);
    if (contextTokens !== undefined && tokensOf(request) > contextTokens) {
      tooLong.push(request);
      return { type: 'error', status: 400 };
    }
    const prompt = promptOf(request);
    const rule = replies[part]?.find((one) => !served.has(one) && prompt.includes(one.if ?? ''));
    if (!rule || rule.status !== undefined) return { type: 'error', status: rule?.status ?? 400 };
    if (rule.once) served.add(rule);
    const written = (rule.write ?? '').replaceAll(
      /\{(\p{Lu}[\p{L} ]*)\}/gu,
      (_, title: string) => `[${numberOf(prompt, title)}]`,
    );
    return rule.dies ? { type: 'dies', pieces: [written] } : { type: 'text', pieces: [written] };
  };
  return { script, asked, tooLong };
}

export const promptOf = ({ body }: ModelRequest) => body.messages.at(-1)?.content ?? '';

function partOf({ body }: ModelRequest): Part {
  const system = body.messages[0]?.content ?? '';
  const part = (Object.keys(PARTS) as Part[]).find((one) => system.startsWith(PARTS[one]));
  if (!part) throw new Error(`No part of a run begins its prompt with: ${system.slice(0, 80)}`);
  return part;
}

const numberOf = (prompt: string, title: string) => new RegExp(String.raw`\[(\d+)\] ${title}:`).exec(prompt)?.[1] ?? 99;

// As servers count English, or near enough: four characters a token.
const tokensOf = ({ body }: ModelRequest) =>
  body.messages.reduce((sum, { content }) => sum + content.length / 4, body.max_tokens ?? 0);
