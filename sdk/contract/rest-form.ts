import {
  isFieldSet,
  ScalarType,
  type DescEnum,
  type DescField,
  type DescMessage,
  type Message,
} from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { SHAPES, type InvalidField, type Wire } from './shapes.ts';

// Objects of any form, which a message cannot describe: JSON in a string. @see docs/rules.md#grpc
const JSON_MEMBERS = new Set(['output_schema', 'response_format', 'structured', 'metadata']);
const MAX_INT32 = 2 ** 31 - 1;
const TIMESTAMP = 'google.protobuf.Timestamp';

/** What the two ends of a call do in their own way. */
export interface FormParts {
  invalid: InvalidField;
  /** @throws an error of `invalid` */
  parseJson(text: string, param: string): unknown;
  toBase64(bytes: Uint8Array): string;
  fromBase64(text: string): Uint8Array;
  /** The number for a value that the contract does not name, or an error. */
  unnamed(schema: DescEnum, value: string): number;
}

/** Converts messages to REST's form and back. The server does so for calls over gRPC, a client for calls over REST. */
export class RestForm {
  readonly #parts: FormParts;

  constructor(parts: FormParts) {
    this.#parts = parts;
  }

  /** A request in REST's form. Unset fields are absent. @throws the error of `invalid` for a message without such a form */
  toRest(schema: DescMessage, message: Message): Wire | null {
    const wire: Wire = {};
    for (const field of schema.fields) {
      if (isFieldSet(message, field))
        wire[field.name] = this.#member(field, (message as unknown as Wire)[field.localName]);
    }
    const { toWire: shaped } = SHAPES[schema.typeName] ?? {};
    return shaped ? shaped(wire, this.#parts.invalid) : wire;
  }

  #member(field: DescField, value: unknown): unknown {
    if (field.fieldKind === 'list') return (value as unknown[]).map((item) => this.#plain(field, item));
    return JSON_MEMBERS.has(field.name)
      ? this.#parts.parseJson(value as string, field.name)
      : this.#plain(field, value);
  }

  #plain(field: DescField, value: unknown): unknown {
    if (field.enum) return enumName(field.enum, value as number);
    if (field.message) return this.toRest(field.message, value as Message);
    if (value instanceof Uint8Array) return this.#parts.toBase64(value);
    return typeof value === 'bigint' ? String(value) : value;
  }

  /** The fields of a response's message. Fields that the message does not have are omitted; null is unset. */
  fromRest(schema: DescMessage, given: Wire): Wire {
    const wire = SHAPES[schema.typeName]?.fromWire?.(given) ?? given;
    const init: Wire = {};
    for (const field of schema.fields) {
      const value = wire[field.name];
      if (value === undefined || value === null) continue;
      const member =
        field.fieldKind === 'list'
          ? (value as unknown[]).map((item) => this.#messageValue(field, item))
          : this.#messageValue(field, value);
      if (field.oneof) init[field.oneof.localName] = { case: field.localName, value: member };
      else init[field.localName] = member;
    }
    return init;
  }

  #messageValue(field: DescField, value: unknown): unknown {
    if (field.enum) return this.#enumNumber(field.enum, value as string);
    if (field.message?.typeName === TIMESTAMP) return timestampFromDate(new Date(value as string));
    if (field.message) return this.fromRest(field.message, value as Wire);
    if (JSON_MEMBERS.has(field.name)) return JSON.stringify(value);
    // REST has bytes in base64.
    if (field.scalar === ScalarType.BYTES) return this.#parts.fromBase64(value as string);
    if (field.scalar === ScalarType.INT64) return BigInt(value as string | number);
    // A stored request may contain more than a message can express; the excess is omitted.
    return field.scalar === ScalarType.INT32 ? Math.max(-MAX_INT32, Math.min(value as number, MAX_INT32)) : value;
  }

  #enumNumber(schema: DescEnum, name: string): number {
    const constant = `${schema.sharedPrefix ?? ''}${name}`.toUpperCase();
    return schema.values.find((value) => value.name === constant)?.number ?? this.#parts.unnamed(schema, name);
  }
}

/** An unknown number of an enum stays a number: validation rejects it. */
function enumName(schema: DescEnum, number: number): string {
  const name = schema.value[number]?.name;
  return name?.slice(schema.sharedPrefix?.length).toLowerCase() ?? String(number);
}
