import type { DescField, DescMessage } from '@bufbuild/protobuf';
import { BinaryReader, WireType } from '@bufbuild/protobuf/wire';
import type { Wire } from '../../sdk/contract/shapes.ts';
import { encode } from './wire.ts';

/**
 * Encodes many messages, each with one field, as a message with a list of those fields: growing a buffer for each costs
 * more than filling it. In both encodings a field is its number, its length and its bytes; only the number differs.
 *
 * @param schema of one message
 * @param listSchema of a message with only the list set
 */
export function encodeEach(schema: DescMessage, listSchema: DescMessage): (members: readonly Wire[]) => Buffer[] {
  const [member] = schema.fields;
  const list = listSchema.fields.find((field) => field.fieldKind === 'list' && field.message === member?.message);
  if (!member || !list) throw new Error(`${listSchema.name} has no repeated field of the type in ${schema.name}`);
  const tag = tagOf(member);
  return (members) => {
    const bytes = encode(listSchema, { [list.name]: members });
    const each: Buffer[] = [];
    for (const reader = new BinaryReader(bytes); reader.pos < reader.len;) {
      const from = reader.pos;
      reader.tag();
      const length = reader.uint32();
      reader.pos += length;
      bytes[from] = tag;
      each.push(bytes.subarray(from, reader.pos));
    }
    return each;
  };
}

// A tag of one byte: field numbers under 16.
function tagOf({ number }: DescField): number {
  return (number << 3) | WireType.LengthDelimited;
}
