import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useErrorBoundary } from 'preact/hooks';
import { linkable } from '../text/addresses.ts';
import { withoutReferences } from '../text/entities.ts';
import { splitAtReferences } from '../text/references.ts';
import { Table } from './Table.tsx';

interface MarkdownProps {
  text: string;
  /**
   * What stands in place of a reference to a source: a link, or a number in brackets. Undefined leaves it as it is.
   *
   * @param key address of the link, or the number
   * @param claim text that stands before it in its paragraph; if there is none, the block above, such as a list
   */
  marker?: (key: string, claim: string) => ComponentChildren | undefined;
}

/**
 * Markdown of any origin. Each token becomes elements of this page's own, and all of its text becomes text: HTML within
 * it is shown, an image is its description, and only `http` and `https` addresses are links.
 */
export function Markdown(props: MarkdownProps) {
  const [error] = useErrorBoundary();
  if (error === undefined) return <Blocks {...props} />;
  // Text that is nested deeper than a browser's stack is shown as it stands.
  return (
    <pre tabIndex={0}>
      <code>{props.text}</code>
    </pre>
  );
}

const Blocks = (props: MarkdownProps) => <div class="prose">{blocks(Lexer.lex(props.text), props)}</div>;

function blocks(tokens: readonly Token[], props: MarkdownProps): ComponentChildren {
  const shown = tokens.filter(({ type }) => type !== 'space');
  return shown.map((token, index) => block(token as MarkedToken, props, shown[index - 1]?.raw));
}

/** @param above the block before it: what a reference that stands alone refers to */
function block(token: MarkedToken, props: MarkdownProps, above = ''): ComponentChildren {
  switch (token.type) {
    case 'heading': {
      // The page's own title is the only `h1`.
      const Heading = `h${Math.min(token.depth + 1, 6)}` as 'h2';
      return <Heading>{inline(token.tokens, props)}</Heading>;
    }
    case 'paragraph':
      return <p>{inline(token.tokens, props, above)}</p>;
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, props)}</blockquote>;
    case 'code':
      return (
        <pre tabIndex={0}>
          <code>{token.text}</code>
        </pre>
      );
    case 'list':
      return list(token, props);
    case 'table':
      return table(token, props);
    case 'hr':
      return <hr />;
    case 'html':
      return <p>{token.text}</p>;
    case 'space':
    case 'def':
      return null;
    case 'text':
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
    case 'image':
    case 'br':
    case 'codespan':
    case 'escape':
    case 'checkbox':
    case 'list_item':
      return inline([token], props);
  }
}

function list({ ordered, start, items }: Tokens.List, props: MarkdownProps): ComponentChildren {
  const entries = items.map((item) => <li>{blocks(item.tokens, props)}</li>);
  return ordered ? <ol start={Number(start) || 1}>{entries}</ol> : <ul>{entries}</ul>;
}

function table({ header, rows }: Tokens.Table, props: MarkdownProps): ComponentChildren {
  return (
    <Table label="Table" columns={header.map((cell) => ({ name: inline(cell.tokens, props) }))}>
      {rows.map((cells) => (
        <tr>
          {cells.map((cell) => (
            <td>{inline(cell.tokens, props)}</td>
          ))}
        </tr>
      ))}
    </Table>
  );
}

function inline(tokens: readonly Token[], props: MarkdownProps, above = ''): ComponentChildren {
  const { marker } = props;
  if (!marker) return tokens.map((token) => piece(token as MarkedToken, props));
  let claim = '';
  return splitAtReferences(tokens).map((part) => {
    const shown = part.key === undefined ? undefined : marker(part.key, claim.trim() === '' ? above : claim);
    claim = shown === undefined ? claim + part.token.raw : claim;
    return shown ?? piece(part.token, props);
  });
}

function piece(token: MarkedToken, props: MarkdownProps): ComponentChildren {
  switch (token.type) {
    case 'strong':
      return <strong>{inline(token.tokens, props)}</strong>;
    case 'em':
      return <em>{inline(token.tokens, props)}</em>;
    case 'del':
      return <del>{inline(token.tokens, props)}</del>;
    case 'codespan':
      return <code>{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return link(token);
    case 'image':
      return withoutReferences(token.text);
    case 'escape':
      return token.text;
    case 'text':
      return token.tokens ? inline(token.tokens, props) : withoutReferences(token.text);
    case 'html':
      return token.text;
    case 'list_item':
      return blocks(token.tokens, props);
    case 'checkbox':
    case 'space':
    case 'def':
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'code':
    case 'list':
    case 'table':
    case 'hr':
      return token.raw;
  }
}

function link({ href, tokens }: Tokens.Link): ComponentChildren {
  const children = inline(tokens, { text: '' });
  const target = linkable(href);
  if (target === undefined) return children;
  if (URL.parse(target)?.origin === location.origin) return <a href={target}>{children}</a>;
  return (
    <a href={target} rel="noreferrer noopener" target="_blank">
      {children}
    </a>
  );
}
