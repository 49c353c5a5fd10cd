import type { ComponentChildren } from 'preact';

interface Column {
  name: ComponentChildren;
  /** `hidden`: the name is read aloud only. */
  as?: 'number' | 'hidden';
}

interface TableProps {
  /** Names the table for those who do not see it. */
  label: string;
  columns: ReadonlyArray<string | Column>;
  /** Its rows. */
  children: ComponentChildren;
}

/** A table that scrolls sideways on its own where the window is narrow. */
export function Table({ label, columns, children }: TableProps) {
  return (
    <div class="table" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, as } = typeof column === 'string' ? { name: column } : column;
              return (
                <th scope="col" class={as === 'number' ? as : undefined}>
                  {as === 'hidden' ? <span class="hidden">{name}</span> : name}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
