/** Models are of Pydantic, for answers; parameters are `TypedDict`s, for requests. */
export type ClassForm = 'model' | 'params';

export interface PythonField {
  name: string;
  type: string;
  isRequired: boolean;
  description: string | undefined;
}

interface PythonClass {
  name: string;
  description: string | undefined;
  fields: PythonField[];
}

const KEYWORDS = new Set(['from', 'class', 'import', 'global', 'in', 'is']);
// Members of every model of Pydantic.
const TAKEN_BY_MODELS = new Set(['json', 'schema', 'copy', 'dict']);
const MOST_COLUMNS = 100;

/** One class, with two empty lines before it. */
export function pythonClass(form: ClassForm, { name, description, fields }: PythonClass): string {
  const needsFunction =
    form === 'params' && !name.endsWith('Query') && fields.some((field) => KEYWORDS.has(field.name));
  if (needsFunction) return dictionary(name, fields);
  const head = `\n\nclass ${name}(${form === 'model' ? 'Model' : 'TypedDict'}):\n`;
  const about = description === undefined ? '' : docstring(description);
  const body = fields.map((field) => (form === 'model' ? modelField(field) : parameter(field))).join('');
  return `${head}${about}${body || about ? body : '    pass\n'}`;
}

/** A member whose name is a keyword of Python cannot be an attribute. */
function dictionary(name: string, fields: PythonField[]): string {
  const members = fields.map((field) => `        "${field.name}": NotRequired["${field.type}"],\n`);
  return `\n\n${name} = TypedDict(\n    "${name}",\n    {\n${members.join('')}    },\n)\n`;
}

function modelField({ name, type, isRequired, description }: PythonField): string {
  const isTaken = KEYWORDS.has(name) || TAKEN_BY_MODELS.has(name);
  const value = isRequired ? '' : 'None';
  const absent = value === '' ? '' : ` = ${value}`;
  const aliased = isTaken ? ` = Field(${value === '' ? '' : 'default=None, '}alias="${name}")` : absent;
  return `    ${isTaken ? `${name}_` : name}: ${isRequired ? type : orNone(type)}${aliased}\n${docstring(description)}`;
}

function parameter({ name, type, isRequired, description }: PythonField): string {
  return `    ${attribute(name)}: ${isRequired ? type : `NotRequired[${type}]`}\n${docstring(description)}`;
}

const attribute = (name: string) => (KEYWORDS.has(name) ? `${name}_` : name);

const orNone = (type: string) => (/(?:^|\| )None$/.test(type) ? type : `${type} | None`);

function docstring(description: string | undefined): string {
  if (description === undefined) return '';
  const text = description.replaceAll('\\', '\\\\').replaceAll('"""', "'''");
  const lines = wrapped(text.endsWith('"') ? `${text} ` : text, MOST_COLUMNS - 4);
  const isLong = lines.length > 1 || lines[0]!.length > MOST_COLUMNS - 10;
  return isLong ? `    """${lines.join('\n    ')}\n    """\n` : `    """${lines[0]}"""\n`;
}

function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > columns - (lines.length === 0 ? 3 : 0)) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}
