import type { Method } from '../../api/grpc/method.ts';
import { allServices } from '../../api/grpc/services/all.ts';
import { describedOperations } from '../../api/operations/all.ts';

/** `sdk/over-rest/routes.ts`: how each method of the contract is called over REST, from the operation that it has. */
export function sdkRoutes(): string {
  const services = allServices(describedOperations(), () => {
    throw new Error('no records are followed here');
  });
  const members = services.map(({ desc, methods }) => {
    const lines = methods.flatMap((method) => ('operation' in method ? [`    ${lineOf(method)},\n`] : []));
    return `  '${desc.typeName}': {\n${lines.join('')}  },\n`;
  });
  return `${OPENING}${members.join('')}};\n`;
}

const OPENING = [
  '// Generated from the operations of the interface by `npm run generate`.',
  "import type { Route } from './route.ts';",
  '',
  '/** By the name of the service, and of the method. `StreamRecords` has none: REST has no such operation. */',
  'export const ROUTES: Readonly<Record<string, Readonly<Record<string, Route>>>> = {',
  '',
].join('\n');

function lineOf({ desc, operation, needs, bodyIn, with: implied = {} }: Method): string {
  const fields = Object.entries(implied).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const members = [
    `method: '${operation.method}'`,
    `path: '${operation.path}'`,
    `hasBody: ${operation.body !== undefined}`,
    ...(fields.length > 0 ? [`with: { ${fields.join(', ')} }`] : []),
    ...(needs === undefined ? [] : [`needs: '${needs}'`]),
    ...(bodyIn === undefined ? [] : [`bodyIn: '${bodyIn}'`]),
  ];
  return `${desc.name}: { ${members.join(', ')} }`;
}
