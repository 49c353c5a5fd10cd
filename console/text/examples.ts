/** A call as the reader would make it from a program. */
export interface ShownCall {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the origin on, with its query. */
  path: string;
  body?: unknown;
}

export const LANGUAGES = ['curl', 'TypeScript', 'Python'] as const;
export type ExampleLanguage = (typeof LANGUAGES)[number];

/** The call in a language, with the key in the variable `QUARRY_API_KEY`. */
export function exampleOf(call: ShownCall, language: ExampleLanguage, origin: string): string {
  switch (language) {
    case 'curl':
      return curl(call, origin);
    case 'TypeScript':
      return typescript(call, origin);
    case 'Python':
      return python(call, origin);
  }
}

/** Of a POSIX shell. */
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

function curl({ method, path, body }: ShownCall, origin: string): string {
  const lines = [`curl -s ${quoted(origin + path)} -H "x-api-key: $QUARRY_API_KEY"`];
  if (method !== (body === undefined ? 'GET' : 'POST')) lines.push(`-X ${method}`);
  if (body !== undefined) lines.push("-H 'content-type: application/json'", `-d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n  ');
}

function typescript({ method, path, body }: ShownCall, origin: string): string {
  const headers = [
    "'x-api-key': process.env.QUARRY_API_KEY ?? ''",
    ...(body === undefined ? [] : ["'content-type': 'application/json'"]),
  ];
  const options = [
    `  method: '${method}',`,
    `  headers: { ${headers.join(', ')} },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2), '  ')}),`]),
  ];
  return `const response = await fetch(${JSON.stringify(origin + path)}, {\n${options.join('\n')}\n});\nconsole.log(await response.json());`;
}

function python({ method, path, body }: ShownCall, origin: string): string {
  const options = [
    `    ${JSON.stringify(origin + path)},`,
    '    headers={"x-api-key": os.environ["QUARRY_API_KEY"]},',
    ...(body === undefined ? [] : [`    json=${indented(pythonValue(body), '    ')},`]),
  ];
  return `import os\nimport requests\n\nresponse = requests.${method.toLowerCase()}(\n${options.join('\n')}\n)\nprint(response.json())`;
}

const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`);

/** A value of JSON as Python writes it. */
function pythonValue(value: unknown, indent = ''): string {
  if (value === true) return 'True';
  if (value === false) return 'False';
  if (value === null) return 'None';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const items = Array.isArray(value)
    ? value.map((one) => pythonValue(one, inner))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${pythonValue(one, inner)}`);
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((one) => `${inner}${one},\n`).join('')}${indent}${close}`;
}
