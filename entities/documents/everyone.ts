// In a file of its own: a thread that needs only this value would load the whole of MikroORM with an entity.

/** Owner of the documents that the operator ingested: every organization sees them. */
export const EVERYONE = '*';
