import { outputOf } from './program.ts';
import type { CheckVerdict } from './verdict.ts';

/** A package that the server runs with, as CycloneDX describes it. */
export interface Component {
  name: string;
  version: string;
  purl: string;
  licenses?: Array<{ license?: { id?: string; name?: string }; expression?: string }>;
}

/** CycloneDX 1.5. */
export interface Sbom {
  metadata: { component: { name: string; type: string } };
  components: Component[];
}

/** All packages of the lockfile that the server runs with, on any platform. */
export async function readSbom(root: string): Promise<Sbom> {
  const parameters = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only'];
  const sbom = JSON.parse(await outputOf('npm', [...parameters, '--sbom-type', 'application'], { cwd: root })) as Sbom;
  // npm takes the name of the folder.
  sbom.metadata.component.name = 'quarry';
  return sbom;
}

// Licences that let a server of this licence be given away and changed, and what their packages chose between.
const TAKEN = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause BlueOak-1.0.0 CC-BY-4.0 CC0-1.0 ISC MIT MIT-0 MPL-2.0 Unlicense Zlib'.split(
    ' ',
  ),
);
// Their manifests name none for npm, and their own files do. The packages of LanceDB's platforms are parts of it.
const READ_BY_US: Record<string, string> = {
  duck: 'BSD-2-Clause',
  'json-bignum': 'MIT',
  unionfs: 'Unlicense',
};
const OF_A_PLATFORM = /^@lancedb\/lancedb-/;

export function licenceOf({ name, licenses = [] }: Component): string {
  const named = licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '');
  const declared = named.filter((one) => one !== '').join(' AND ');
  if (declared !== '') return declared;
  return OF_A_PLATFORM.test(name) ? 'Apache-2.0' : (READ_BY_US[name] ?? 'none named');
}

/** An expression of SPDX: of `OR` one is enough, of `AND` all are needed. */
export function isTaken(expression: string): boolean {
  const all = expression.replaceAll(/[()]/g, '').split(' AND ');
  return all.every((part) => part.split(' OR ').some((one) => TAKEN.has(one.trim())));
}

export function checkLicences({ components }: Sbom): CheckVerdict {
  const what = 'licences';
  const refused = components.filter((component) => !isTaken(licenceOf(component)));
  if (refused.length === 0) return { status: 'ok', what, detail: `${components.length} packages, all of them free` };
  const named = refused.map((component) => `${component.name}: ${licenceOf(component)}`);
  return { status: 'problem', what, detail: `not known to be free: ${named.join(', ')}` };
}

/** The report as Markdown: the packages by their licence. */
export function licenceReport({ components }: Sbom): string {
  const groups = Object.entries(Object.groupBy(components, licenceOf)).toSorted(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const section = ([licence, packages = []]: [string, Component[] | undefined]) =>
    `## ${licence}\n\n${packages.map(({ name, version }) => `- ${name} ${version}`).join('\n')}\n`;
  return `# Licences of the packages that Quarry runs with\n\n${groups.map(section).join('\n')}`;
}
