import { ServiceError } from '../../services/core/errors.ts';

/** A message as REST has it: the same names, int64 as strings, enums in small letters. */
export type Wire = Record<string, unknown>;

/** How a message differs from what REST has in its place. */
interface Shape {
  /** Of a request's part. Null is told as such. */
  toWire?(message: Wire): Wire | null;
  /** Of a response's part. */
  fromWire?(wire: Wire): Wire;
}

/** REST's one member is a flag or an object here, which takes two fields to say. */
const searchFields: Shape = {
  toWire: (message) => ({
    ...selected(message, 'content', 'content_options'),
    ...selected(message, 'snippets', 'snippet_options'),
  }),
  fromWire: ({ content, snippets }) => ({
    ...(typeof content === 'object' ? { content_options: content } : { content_enabled: content }),
    ...(typeof snippets === 'object' ? { snippet_options: snippets } : { snippets_enabled: snippets }),
  }),
};

function selected(message: Wire, member: string, optionsField: string): Wire {
  const enabled = message[`${member}_enabled`];
  const options = message[optionsField];
  if (options === undefined) return enabled === undefined ? {} : { [member]: enabled };
  if (enabled === false)
    throw new ServiceError('INVALID_REQUEST', `fields.${optionsField}: contradicts ${member}_enabled`, {
      param: `fields.${optionsField}`,
    });
  return { [member]: options };
}

/** The messages that are not member for member what REST has. @see docs/rules.md#grpc */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'quarry.v1.SearchFields': searchFields,
  // REST removes a webhook by null, which a message cannot be. What is read only may come back with what was read.
  'quarry.v1.Webhook': {
    toWire: ({ status_reason: _readOnly, ...message }) => (Object.keys(message).length === 0 ? null : message),
  },
  'quarry.v1.ChatMessage': {
    toWire: ({ parts, ...message }) => (parts === undefined ? message : { ...message, content: parts }),
  },
};
