import type { Schemas } from './schemas.ts';

export type ScopeName = Schemas['Scopes']['scopes'][number]['name'];

export const SCOPES: readonly ScopeName[] = ['web', 'news', 'wikipedia', 'people', 'companies', 'financial-reports'];
