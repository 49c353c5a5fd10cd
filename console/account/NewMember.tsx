import { call } from '../api/call.ts';
import { NamedForm, ShownOnce } from '../forms/NamedForm.tsx';

export const ROLES = ['viewer', 'member', 'owner'] as const;

/** Invites a member, and shows the link to send this once. */
export function NewMember({ made }: { made(): void }) {
  const make = async (name: string, role: string) => {
    const { token } = await call<{ token: string }>('/console/members', { method: 'POST', body: { name, role } });
    made();
    return <LoginLink token={token} />;
  };
  return (
    <NamedForm
      placeholder="Who will sign in?"
      choice={{ label: 'Role', values: ROLES.map((role) => ({ value: role, name: role })), first: 'member' }}
      submit="Invite"
      make={make}
    />
  );
}

/** A link to send to a member. */
export function LoginLink({ token }: { token: string }) {
  return (
    <ShownOnce
      text={`${location.origin}/#login=${token}`}
      note="Send this link now. It is not shown again, and signs in once within three days."
      copyLabel="Copy the link"
    />
  );
}
