import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const DEPENDENCIES = ['@bufbuild/protobuf', '@grpc/grpc-js', 'standardwebhooks', '@types/node'];

/** A project of a user's that has installed the package. */
export interface Project {
  folder: string;
  /** Checks and compiles its files. @throws with what the compiler says */
  compile(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The package as `npm pack` makes it, in a project outside this one.
 *
 * @param modules a folder `node_modules` with further packages of the project
 */
export async function packedProject(
  files: Record<string, string>,
  { modules, compiler = {} }: { modules?: string; compiler?: object } = {},
): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'quarry-sdk-'));
  // Made of a copy: another run of the tests may be making its own.
  const source = join(folder, 'source');
  for (const name of ['sdk', 'gen', 'tsconfig.json']) await cp(name, join(source, name), { recursive: true });
  await symlink(resolve('node_modules'), join(source, 'node_modules'));
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: join(source, 'sdk') });
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string }];
  await run('tar', ['-xzf', packed.filename], { cwd: folder });
  await mkdir(join(folder, 'node_modules'));
  await cp(join(folder, 'package'), join(folder, 'node_modules', 'quarry-sdk'), { recursive: true });
  for (const name of DEPENDENCIES) {
    await mkdir(join(folder, 'node_modules', name, '..'), { recursive: true });
    await symlink(resolve('node_modules', name), join(folder, 'node_modules', name));
  }
  if (modules) await linkPackages(modules, join(folder, 'node_modules'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  const compilerOptions = {
    module: 'nodenext',
    target: 'es2022',
    lib: ['es2023', 'esnext.disposable'],
    types: ['node'],
    strict: true,
    skipLibCheck: false,
    outDir: 'out',
    rootDir: '.',
    ...compiler,
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return {
    folder,
    compile: async () => {
      await run(process.execPath, [resolve('node_modules/typescript/bin/tsc'), '-p', folder]).catch(
        ({ stdout: said, message }: { stdout?: string; message: string }) => {
          throw new Error(said || message);
        },
      );
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A scope's folder may be there already, with other packages of the scope. */
async function linkPackages(from: string, to: string): Promise<void> {
  const names = (await readdir(from)).filter((name) => !name.startsWith('.'));
  for (const name of names) {
    if (!existsSync(join(to, name))) await symlink(join(from, name), join(to, name));
    else if (name.startsWith('@')) await linkPackages(join(from, name), join(to, name));
  }
}
