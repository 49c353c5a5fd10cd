import { z } from 'zod';
import { variables } from '../runtime/config.ts';

const HEAD = `# Configuration

<!-- Made by \`npm run generate\` from runtime/config.ts. -->

Quarry is configured by environment variables alone. An empty variable counts as unset (but for \`QUARRY_PROVIDERS\`); an unknown \`QUARRY_*\` variable is
an error at start, so that a typing mistake is not a silent default.

| variable | default | values | meaning |
|---|---|---|---|
`;

/** `docs/configuration.md`, generated from the single schema of the configuration. */
export function configurationPage(): string {
  const rows = Object.entries(variables).map(([name, schema]) => row(name, schema));
  return `${HEAD}${rows.join('\n')}\n`;
}

function row(name: string, schema: z.ZodType): string {
  const { default: value, description, ...shape } = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' });
  const shown = value === undefined ? '' : `\`${JSON.stringify(value).replaceAll('"', '')}\``;
  return `| \`${name}\` | ${shown === '``' ? '' : shown} | ${values(shape)} | ${schema.description ?? description ?? ''} |`;
}

function values({ enum: names, type, minimum, maximum }: z.core.JSONSchema.BaseSchema): string {
  if (names) return names.map((name) => `\`${String(name)}\``).join(', ');
  if (type === 'integer')
    return maximum === undefined || maximum > 1e9 ? 'whole number' : `${minimum ?? 0} to ${maximum}`;
  if (type === 'number') return 'number';
  if (type === 'boolean') return '`true`, `false`';
  return 'text';
}
