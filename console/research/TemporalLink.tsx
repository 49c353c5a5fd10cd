import { useInstallation } from '../state/use-installation.ts';
import { linkable } from '../text/addresses.ts';

/** A way to the run's own page in Temporal's UI; nothing where its address is not known. */
export function TemporalLink({ workflow }: { workflow: string }) {
  const [loaded] = useInstallation();
  const base = loaded.status === 'loaded' ? loaded.value.temporal_ui : null;
  const target = base === null ? undefined : linkable(base + encodeURIComponent(workflow));
  if (target === undefined) return null;
  return (
    <a class="button" href={target} target="_blank" rel="noreferrer noopener">
      In Temporal
    </a>
  );
}
