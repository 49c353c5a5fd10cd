import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { ConfirmButton } from '../parts/ConfirmButton.tsx';
import { ErrorBox } from '../parts/ErrorBox.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { Time } from '../parts/Time.tsx';
import { useAction } from '../state/use-action.ts';
import { useLoaded } from '../state/use-loaded.ts';
import { useSession } from '../state/use-session.ts';
import { AuditLog } from './AuditLog.tsx';
import { LoginLink, NewMember, ROLES } from './NewMember.tsx';

interface Member {
  id: string;
  name: string;
  email: string | null;
  role: string;
  created_at: string;
  /** Null: no session is open. */
  last_seen_at: string | null;
}

const MEMBERS = '/console/members';

/** Who signs in to the organization, and who changed what. */
export function Members() {
  const session = useSession();
  const role = session.status === 'signed-in' ? session.session.role : 'viewer';
  const isOwner = role === 'owner';
  const maySee = isOwner || role === 'member';
  return (
    <Page title="Members" about="People sign in by a link that works once. A role says what they may do.">
      {!isOwner && <p class="notice">Only an owner of the organization invites, changes and removes members.</p>}
      {maySee && <MemberList isOwner={isOwner} />}
      {isOwner && <AuditLog />}
    </Page>
  );
}

function MemberList({ isOwner }: { isOwner: boolean }) {
  const [loaded, again] = useLoaded<{ members: Member[] }>(MEMBERS);
  return (
    <>
      {isOwner && <NewMember made={again} />}
      <Shown loaded={loaded} again={again}>
        {({ members }) => (
          <Table
            label="Members"
            columns={['Name', 'E-mail', 'Role', 'Since', 'Last seen', { name: 'Actions', as: 'hidden' }]}
          >
            {members.map((member) => (
              <MemberRow key={member.id} member={member} isOwner={isOwner} changed={again} />
            ))}
          </Table>
        )}
      </Shown>
    </>
  );
}

interface MemberRowProps {
  member: Member;
  isOwner: boolean;
  changed(): void;
}

function MemberRow({ member, isOwner, changed }: MemberRowProps) {
  const path = `${MEMBERS}/${member.id}`;
  const [token, setToken] = useState<string>();
  const change = useAction((role: string) => call(path, { method: 'PATCH', body: { role } }).finally(changed));
  const remove = useAction(() => call(path, { method: 'DELETE' }).then(changed));
  const link = useAction(() =>
    call<{ token: string }>(`${path}/link`, { method: 'POST' }).then((made) => setToken(made.token)),
  );
  const error = change.error ?? remove.error ?? link.error;
  return (
    <tr>
      <th scope="row">{member.name}</th>
      <td>{member.email ?? '–'}</td>
      <td>
        {isOwner ? (
          <select
            aria-label={`Role of ${member.name}`}
            value={member.role}
            disabled={change.isRunning}
            onChange={({ currentTarget }) => change.run(currentTarget.value)}
          >
            {ROLES.map((role) => (
              <option value={role}>{role}</option>
            ))}
          </select>
        ) : (
          member.role
        )}
      </td>
      <td>
        <Time at={member.created_at} />
      </td>
      <td>
        <Time at={member.last_seen_at} />
      </td>
      <td>
        {error && <ErrorBox error={error} />}
        {token !== undefined && <LoginLink token={token} />}
        {isOwner && (
          <span class="row">
            <button type="button" class="small" disabled={link.isRunning} onClick={() => link.run()}>
              New link
            </button>
            <ConfirmButton label="Remove" question="Remove for ever?" isRunning={remove.isRunning} act={remove.run} />
          </span>
        )}
      </td>
    </tr>
  );
}
