import { Markdown } from '../parts/Markdown.tsx';
import { Table } from '../parts/Table.tsx';
import { fieldsOf, type ApiDescription, type DescribedField, type ReferenceEntry } from './description.ts';
import { TryCall } from './TryCall.tsx';

const JSON_TYPE = 'application/json';

/** One call: what it does, what it takes, what it gives, and a form that sends it. */
export function OperationView({ api, operation }: { api: ApiDescription; operation: ReferenceEntry }) {
  const { method, path, summary, description, requestBody, responses } = operation;
  const [status = '', success] = Object.entries(responses).find(([code]) => code.startsWith('2')) ?? [];
  const example = success?.content?.[JSON_TYPE]?.example;
  const failures = Object.entries(responses).filter(([code]) => !code.startsWith('2'));
  return (
    <article class="operation">
      <h2>{summary}</h2>
      <p class="row command">
        <b>{method}</b> <code class="break">{path}</code>
      </p>
      <Markdown text={description} />
      <TryCall operation={operation} />
      <Fields label="Fields of the body" fields={fieldsOf(api, requestBody?.content[JSON_TYPE]?.schema)} />
      {example !== undefined && (
        <>
          <h3>Response {status}</h3>
          <p class="quiet">{success?.description}</p>
          <pre tabIndex={0}>
            <code>{JSON.stringify(example, null, 2)}</code>
          </pre>
        </>
      )}
      <details>
        <summary>Errors</summary>
        <dl class="errors">
          {failures.map(([code, failure]) => (
            <div>
              <dt>{code}</dt>
              <dd>{failure.description}</dd>
            </div>
          ))}
        </dl>
      </details>
    </article>
  );
}

function Fields({ label, fields }: { label: string; fields: readonly DescribedField[] }) {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>{label}</h3>
      <Table label={label} columns={['Field', 'Type', 'Meaning']}>
        {fields.map(({ name, type, isRequired, description }) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
              {isRequired && <span class="quiet"> required</span>}
            </th>
            <td>{type}</td>
            <td>{withCode(description)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}

/** `pro` in backticks is code; the descriptions use nothing else of Markdown. */
const withCode = (text: string) => text.split('`').map((part, index) => (index % 2 === 1 ? <code>{part}</code> : part));
