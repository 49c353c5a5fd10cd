/** A message in REST's form: the same names, int64 as strings, enums in lower case. */
export type Wire = Record<string, unknown>;

/** The error for an invalid field of a request, as one end of a call reports it. */
export type InvalidField = (param: string, problem: string, cause?: unknown) => Error;

/** How a message differs from its REST equivalent. */
interface Shape {
  /** Converts part of a request. Null is passed as null. @throws the error of `invalid` */
  toWire?(message: Wire, invalid: InvalidField): Wire | null;
  /** Converts part of a response. */
  fromWire?(wire: Wire): Wire;
}

/** REST's single field is a flag or an object, which takes two fields of a message. */
const searchFields: Shape = {
  toWire: (message, invalid) => ({
    ...selected(message, { member: 'content', optionsField: 'content_options' }, invalid),
    ...selected(message, { member: 'snippets', optionsField: 'snippet_options' }, invalid),
  }),
  fromWire: ({ content, snippets }) => ({
    ...(typeof content === 'object' ? { content_options: content } : { content_enabled: content }),
    ...(typeof snippets === 'object' ? { snippet_options: snippets } : { snippets_enabled: snippets }),
  }),
};

function selected(
  message: Wire,
  { member, optionsField }: { member: string; optionsField: string },
  invalid: InvalidField,
): Wire {
  const enabled = message[`${member}_enabled`];
  const options = message[optionsField];
  if (options === undefined) return enabled === undefined ? {} : { [member]: enabled };
  if (enabled === false) throw invalid(`fields.${optionsField}`, `contradicts ${member}_enabled`);
  return { [member]: options };
}

/** The messages whose fields differ from REST's. @see docs/rules.md#grpc */
export const SHAPES: Readonly<Record<string, Shape>> = {
  'quarry.v1.SearchFields': searchFields,
  // REST removes a webhook with null, which a message cannot express. A read-only field may come back with its previous
  // value.
  'quarry.v1.Webhook': {
    toWire: ({ status_reason: _readOnly, ...message }) => (Object.keys(message).length === 0 ? null : message),
  },
  'quarry.v1.ChatMessage': {
    toWire: ({ parts, ...message }) => (parts === undefined ? message : { ...message, content: parts }),
  },
};
