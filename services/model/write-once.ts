import type OpenAI from 'openai';
import type { ModelCall, ModelUsage } from './port.ts';
import { startIdleTimeout } from '../concurrency/idle-timeout.ts';

export interface Endpoint {
  client: OpenAI;
  /** The model's name on the server. */
  model: string;
  /** Other servers support only the older name of a parameter. */
  isOpenAi: boolean;
  /** Limit until the first piece, and between two pieces. */
  silenceMs: number;
}

// Far above any normal output: reached only by a server that ignores the token limit. The output is cut there.
const MOST_CHARACTERS_PER_TOKEN = 16;

interface Watched {
  signal: AbortSignal;
  /** Called before each piece is emitted. */
  onPiece(): void;
}

/**
 * One attempt of a call.
 *
 * @throws APIError, the signal's reason, an Error if the text broke off or nothing arrived in time
 */
export async function* writeOnce(
  endpoint: Endpoint,
  call: ModelCall,
  watched: Watched,
): AsyncGenerator<string, ModelUsage | undefined> {
  const idleTimeout = startIdleTimeout(endpoint.silenceMs, watched.signal);
  let usage: ModelUsage | undefined;
  let isComplete = false;
  let charactersLeft = call.maxTokens * MOST_CHARACTERS_PER_TOKEN;
  try {
    const chunks = await endpoint.client.chat.completions.create(parameters(endpoint, call), {
      signal: idleTimeout.signal,
    });
    for await (const chunk of chunks) {
      idleTimeout.renew();
      const [choice] = chunk.choices ?? [];
      if (chunk.usage)
        usage = { promptTokens: chunk.usage.prompt_tokens, completionTokens: chunk.usage.completion_tokens };
      if (choice?.finish_reason) isComplete = true;
      const piece = choice?.delta?.content;
      if (!piece) continue;
      watched.onPiece();
      // A slow reader must not count as a silent model.
      idleTimeout.pause();
      yield piece;
      idleTimeout.renew();
      charactersLeft -= piece.length;
      if (charactersLeft <= 0) return usage;
    }
    // The package ends an aborted stream without an error, and one that broke off between two chunks too.
    idleTimeout.signal.throwIfAborted();
    if (!isComplete) throw new Error('the text of the model broke off');
    return usage;
  } catch (error) {
    // The package reports each abort as its own.
    idleTimeout.signal.throwIfAborted();
    throw error;
  } finally {
    idleTimeout.pause();
  }
}

function parameters(
  { model, isOpenAi }: Endpoint,
  { system, user, maxTokens, json }: ModelCall,
): OpenAI.ChatCompletionCreateParamsStreaming {
  return {
    model,
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...(isOpenAi ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(json === true && { response_format: { type: 'json_object' } }),
  };
}
