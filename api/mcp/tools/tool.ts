import type { CallOperation, JsonBody } from '../../operations/calls/call-in-process.ts';
import type { z } from 'zod';

/** What a tool gets beside its input. */
export interface ToolContext {
  call: CallOperation;
  /** Aborts when the client cancels the call or disconnects. */
  signal: AbortSignal;
  /** Whether calls end because the service stops, and not by their clients. */
  isStopping(): boolean;
  /** Tells the client how far a long call is, if it wants to know. */
  progress(done: number, total: number, message: string): Promise<void>;
}

export interface ToolResult {
  /** Markdown, for the model. */
  text: string;
  /** The same for programs; fits the tool's `outputSchema`. */
  structured: JsonBody;
  /** Resources that hold what the text leaves out. */
  links?: ReadonlyArray<{ uri: string; name: string; mimeType: string }>;
}

/** A tool of the MCP server: a small input, over operations of the interface. */
export interface McpTool<Input = unknown> {
  name: string;
  title: string;
  description: string;
  /** The operation that it calls first: a key that may not call it does not see the tool. */
  operationId: string;
  input: z.ZodObject;
  output: z.ZodObject;
  /** Whether it changes nothing that lasts. */
  isReadOnly: boolean;
  /** Whether it reads what others have written: the web. */
  isOpenWorld: boolean;
  run(input: Input, context: ToolContext): Promise<ToolResult>;
}

/** Gives `run` the type of the schema, and erases it for the list of all tools. */
export function tool<Input extends z.ZodObject>(
  definition: Omit<McpTool<z.output<Input>>, 'input'> & { input: Input },
): McpTool {
  return definition;
}
