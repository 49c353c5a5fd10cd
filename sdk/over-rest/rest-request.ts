import type { DescMethod, Message } from '@bufbuild/protobuf';
import type { RestForm } from '../contract/rest-form.ts';
import type { Wire } from '../contract/shapes.ts';
import { QuarryError } from '../errors.ts';
import type { Route } from './route.ts';
import { ROUTES } from './routes.ts';

/** A request of HTTP, without the parts that are the same in every call. */
export interface RestRequest {
  method: Route['method'];
  /** With the query. */
  path: string;
  body: string | undefined;
}

/** @throws Error for a method that REST does not have: a bug of ours */
export function routeOf({ parent, name }: DescMethod): Route {
  const route = ROUTES[parent.typeName]?.[name];
  if (!route) throw new Error(`${parent.typeName}/${name} has no route`);
  return route;
}

/** @throws QuarryError for a request that REST cannot express */
export function restRequest(route: Route, form: RestForm, { input }: DescMethod, message: Message): RestRequest {
  const wire: Wire = { ...form.toRest(input, message), ...route.with };
  const { method, needs } = route;
  if (needs && wire[needs] === undefined)
    throw new QuarryError('INVALID_REQUEST', `${needs}: is missing`, { param: needs });
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => {
    const id = (wire[name] as string | undefined) ?? '';
    delete wire[name];
    return segment(name, id);
  });
  if (route.hasBody) return { method, path, body: JSON.stringify(wire) };
  const query = new URLSearchParams(
    Object.entries(wire).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { method, path: query === '' ? path : `${path}?${query}`, body: undefined };
}

/** A part of a path. An id that is empty or dots would be another path. */
function segment(name: string, id: string): string {
  if (/^\.{0,2}$/.test(id)) throw new QuarryError('NOT_FOUND', `there is nothing with this ${name}`);
  return encodeURIComponent(id);
}
