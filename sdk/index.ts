export { Quarry, type QuarryOptions } from './quarry.ts';
export * from './shared.ts';
