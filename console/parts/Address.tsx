import { linkable, pathOf } from '../text/addresses.ts';

/** A page's address as the way to it: its site, then its folders. */
export function Address({ address }: { address: string }) {
  const target = linkable(address);
  const [site = '', ...folders] = pathOf(address);
  const way = (
    <>
      <b>{site}</b>
      {folders.map((folder, index) => (
        <span key={index}>
          <i aria-hidden="true"> › </i>
          {folder}
        </span>
      ))}
    </>
  );
  if (target === undefined) return <span class="address">{way}</span>;
  return (
    <a class="address" href={target} rel="noreferrer noopener" target="_blank" title={target}>
      {way}
    </a>
  );
}
