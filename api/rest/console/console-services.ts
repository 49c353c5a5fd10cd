import {
  createAuthenticateSession,
  type AuthenticateSession,
} from '../../../services/accounts/members/authenticate-session.ts';
import { createOperators, type Operators } from '../../../services/accounts/operators.ts';
import { readAuditLog, type AuditPage } from '../../../services/accounts/audit-log.ts';
import { createMembers, type Members } from '../../../services/accounts/members/members.ts';
import { createLoginThrottle, type LoginThrottle } from '../../../services/accounts/members/login-throttle.ts';
import { createPasswords, type Passwords } from '../../../services/accounts/members/passwords.ts';
import { createSessions, type Sessions } from '../../../services/accounts/members/sessions.ts';
import { createOrganizationKeys, type OrganizationKeys } from '../../../services/accounts/members/organization-keys.ts';
import type { Ledger } from '../../../services/billing/ledger.ts';
import {
  readStatement,
  readStatementLines,
  type Statement,
  type StatementPage,
  type StatementSpan,
} from '../../../services/billing/statement.ts';
import { actingFor } from '../../../services/database/roles/acting.ts';
import type { Database } from '../../../services/database/database.ts';
import type { Spacing } from '../../../services/concurrency/spacing.ts';
import type { Platform } from '../../../runtime/platform.ts';
import type { Installation } from './installation.ts';

/** The credits of organizations over spans. */
export interface Statements {
  read(span: StatementSpan): Promise<Statement>;
  lines(span: StatementSpan, page: StatementPage): ReturnType<typeof readStatementLines>;
}

/** What the console's own routes need. */
export interface ConsoleServices {
  sessions: Sessions;
  authenticateSession: AuthenticateSession;
  throttle: LoginThrottle;
  passwords: Passwords;
  keys: OrganizationKeys;
  members: Members;
  ledger: Pick<Ledger, 'balance'>;
  statements: Statements;
  /** Across organizations: only for members whose role is `operator`. */
  operators: Operators & { statements: Statements };
  readAuditLog(orgId: string, page: AuditPage): ReturnType<typeof readAuditLog>;
  readInstallation(): Promise<Installation>;
}

/** @param unauthenticatedCalls delays calls without a valid session, as it does those without a valid key */
export function consoleServices(
  {
    database,
    signIn,
    operator,
    clock,
    ledger,
  }: Pick<Platform, 'database' | 'signIn' | 'operator' | 'clock' | 'ledger'>,
  {
    unauthenticatedCalls,
    readInstallation,
  }: { unauthenticatedCalls: Spacing } & Pick<ConsoleServices, 'readInstallation'>,
): ConsoleServices {
  const passwords = createPasswords(signIn, clock);
  const sessions = createSessions({ database: signIn, clock, passwords });
  return {
    sessions,
    passwords,
    authenticateSession: createAuthenticateSession({ sessions, unauthenticatedCalls }),
    throttle: createLoginThrottle(signIn, clock),
    keys: createOrganizationKeys(database, clock),
    members: createMembers(database, clock),
    ledger,
    statements: statementsFrom(database),
    operators: { ...createOperators(operator, clock), statements: statementsFrom(operator) },
    readInstallation,
    readAuditLog: (orgId, page) => readAuditLog(database, orgId, page),
  };
}

/** A table is read after the call has ended for its route, so each page says whose it is. */
function statementsFrom(database: Database): Statements {
  return {
    read: (span) => actingFor(span.orgId, () => readStatement(database, span)),
    lines: (span, page) => actingFor(span.orgId, () => readStatementLines(database, span, page)),
  };
}
