/** JSON with the members of every object in the order of their names; `null` for undefined. */
export function canonicalJson(value: unknown): string {
  const json = JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member !== 'object' || member === null || Array.isArray(member)) return member;
    return Object.fromEntries(membersInOrder(member));
  }) as string | undefined;
  return json ?? 'null';
}

/** The members of an object in the order of their names, by UTF-16 code units. */
export const membersInOrder = (members: object): Array<[string, unknown]> =>
  Object.entries(members).toSorted(([one], [other]) => (one < other ? -1 : 1));
