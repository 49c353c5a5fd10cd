import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';
import type { SamplerName } from './sampler-names.ts';

/** OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG, which this version of the SDK does not read itself. */
export interface SamplerSettings {
  sampler: SamplerName;
  /** From 0 to 1. */
  ratio: number;
}

/** @see https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export function samplerOf({ sampler, ratio }: SamplerSettings): Sampler {
  switch (sampler) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(ratio);
    case 'parentbased_always_on':
      return new ParentBasedSampler({ root: new AlwaysOnSampler() });
    case 'parentbased_always_off':
      return new ParentBasedSampler({ root: new AlwaysOffSampler() });
    case 'parentbased_traceidratio':
      return new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) });
  }
}
