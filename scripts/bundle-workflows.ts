import { workflowBundle } from '../worker/workflow-bundle.ts';

/** Builds the bundle of the workflows ahead of the first start, for images. */
await workflowBundle();
