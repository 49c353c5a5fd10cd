import type { Schemas } from '../api/schemas.ts';
import { Badge } from '../parts/Badge.tsx';
import { Page } from '../parts/Page.tsx';
import { Shown } from '../parts/Shown.tsx';
import { Table } from '../parts/Table.tsx';
import { useInstallation, useSeesInstallation } from '../state/use-installation.ts';
import { useAgainEvery, useLoaded } from '../state/use-loaded.ts';
import { figure } from '../text/figures.ts';
import { Installation } from './Installation.tsx';
import { useReadiness, type PartReadiness } from './readiness.ts';

const AGAIN_MS = 10_000;

/** Whether the service is well, and what to do where it is not. */
export function Health() {
  const [parts, partsAgain] = useReadiness();
  const [scopes, scopesAgain] = useLoaded<Schemas['Scopes']>('/v1/scopes');
  const [models, modelsAgain] = useLoaded<Schemas['ModelList']>('/v1/models');
  const [account, accountAgain] = useLoaded<Schemas['Account']>('/v1/account');
  const seesInstallation = useSeesInstallation();
  useAgainEvery(AGAIN_MS, true, partsAgain);
  return (
    <Page title="Health">
      <h2>Parts</h2>
      <Shown loaded={parts} again={partsAgain} lines={6}>
        {(value) => <Parts parts={value} />}
      </Shown>
      {seesInstallation && <InstallationPart />}
      <h2>Search providers</h2>
      <p class="about">
        Your own documents are always searched. <code>QUARRY_PROVIDERS</code> names the providers that are asked as well
        (<a href="#/help/search">Search</a>).
      </p>
      <Shown loaded={scopes} again={scopesAgain} lines={11}>
        {(value) => <Providers scopes={value.scopes} />}
      </Shown>
      <h2>Models</h2>
      <Shown loaded={models} again={modelsAgain} lines={1}>
        {({ data }) => (
          <p class="row">
            {data.map(({ id }) => (
              <code>{id}</code>
            ))}
          </p>
        )}
      </Shown>
      <h2>Limits</h2>
      <Shown loaded={account} again={accountAgain} lines={14}>
        {({ limits }) => <Limits limits={limits} />}
      </Shown>
    </Page>
  );
}

function InstallationPart() {
  const [loaded, again] = useInstallation();
  useAgainEvery(AGAIN_MS, true, again);
  return (
    <Shown loaded={loaded} again={again} lines={17}>
      {(value) => <Installation installation={value} />}
    </Shown>
  );
}

const ADVICE: Record<string, string> = {
  postgresql:
    'See whether PostgreSQL runs and whether its disk is full. Calls are answered again as soon as it is back.',
  temporal: 'See whether the Temporal server runs. Searches and answers continue; new runs wait for it.',
  index: 'It may be being rebuilt: `npx quarry index status` tells how far it is.',
  disk: 'Free some space on the disk of the data folder.',
  service: 'Wait for the line “Quarry is ready.” in the log.',
};

function Parts({ parts }: { parts: Record<string, PartReadiness> }) {
  return (
    <ul class="rows">
      {Object.entries(parts).map(([name, { state, reason }]) => (
        <li class="row">
          <Badge state={state} />
          <b>{name}</b>
          {state !== 'ready' && (
            <span class="quiet">
              {reason} {ADVICE[name]}
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}

function Providers({ scopes }: Schemas['Scopes']) {
  return (
    <Table label="Providers" columns={['Scope', 'Providers']}>
      {scopes.map(({ name, providers }) => (
        <tr>
          <th scope="row">{name}</th>
          <td>
            <span class="row wrap">
              {providers.map((provider) => (
                <span class="row" title={provider.reason}>
                  {provider.name} <Badge state={provider.state} />
                </span>
              ))}
            </span>
          </td>
        </tr>
      ))}
    </Table>
  );
}

function Limits({ limits }: { limits: Schemas['Account']['limits'] }) {
  const { requests_per_minute: rates, documents, monitors, agent_runs_at_once: runs } = limits;
  const rows: Array<[name: string, value: unknown]> = [
    ['Documents', documents],
    ['Monitors', monitors],
    ['Runs at once', runs],
    ...Object.entries(rates).map(([name, value]): [string, unknown] => [`${name}, calls a minute and key`, value]),
  ];
  return (
    <div class="table compact" tabIndex={0} role="group" aria-label="Limits">
      <table>
        <tbody>
          {rows.map(([name, value]) => (
            <tr>
              <th scope="row">{name}</th>
              <td class="number">{typeof value === 'number' ? figure(value) : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
