export { RestQuarry as Quarry, type RestQuarryOptions as QuarryOptions } from './rest-quarry.ts';
export * from './shared.ts';
