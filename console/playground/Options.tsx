import { SCOPES } from '../api/scopes.ts';
import { OPTIONS, type Mode, type PlayOptions } from './modes.ts';

interface OptionsProps {
  mode: Mode;
  options: PlayOptions;
  change(options: PlayOptions): void;
}

const EFFORTS: ReadonlyArray<PlayOptions['effort']> = ['low', 'medium', 'high', 'max'];

export function Options({ mode, options, change }: OptionsProps) {
  const has = (name: keyof PlayOptions) => OPTIONS[mode].includes(name);
  return (
    <div class="row options">
      {has('scope') && (
        <label>
          Scope{' '}
          <select
            value={options.scope}
            onChange={({ currentTarget }) => change({ ...options, scope: currentTarget.value })}
          >
            <option value="">default</option>
            {SCOPES.map((scope) => (
              <option value={scope}>{scope}</option>
            ))}
          </select>
        </label>
      )}
      {has('effort') && (
        <label>
          Effort{' '}
          <select
            value={options.effort}
            onChange={({ currentTarget }) =>
              change({ ...options, effort: currentTarget.value as PlayOptions['effort'] })
            }
          >
            {EFFORTS.map((effort) => (
              <option value={effort}>{effort}</option>
            ))}
          </select>
        </label>
      )}
      {has('picture') && (
        <label>
          <input
            type="checkbox"
            checked={options.picture}
            onChange={({ currentTarget }) => change({ ...options, picture: currentTarget.checked })}
          />{' '}
          With a picture of each page
        </label>
      )}
      {has('sites') && (
        <label>
          Only these sites{' '}
          <input
            type="text"
            placeholder="example.com"
            value={options.sites}
            onInput={({ currentTarget }) => change({ ...options, sites: currentTarget.value })}
          />
        </label>
      )}
    </div>
  );
}
