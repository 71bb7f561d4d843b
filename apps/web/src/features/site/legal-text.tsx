import { Fragment, isValidElement, type ReactElement } from 'react';
import { PageLink } from '../../ui/page-link.tsx';
import { ContactLink } from './contact-link.tsx';

/** A paragraph, a list of lines, or a custom element. */
type LegalBlock = string | readonly string[] | ReactElement;

/** In its texts `**words**` are strong, `[words](/path)` is a link, and `{contact}` is the address for questions. */
export type LegalSection = { id: string; title: string; body: readonly LegalBlock[] };

const MARKED = /(\*\*.+?\*\*|\[.+?\]\(.+?\)|\{contact\})/;

function Words({ text }: { text: string }) {
  return text.split(MARKED).map((part, index) => {
    const [, words, path] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    const content = path ? <PageLink href={path}>{words}</PageLink> : part === '{contact}' ? <ContactLink /> : part;
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change.
    return <Fragment key={index}>{part.startsWith('**') ? <strong>{part.slice(2, -2)}</strong> : content}</Fragment>;
  });
}

export function LegalText({ block }: { block: LegalBlock }) {
  if (isValidElement(block)) return block;
  if (typeof block === 'string') {
    return (
      <p>
        <Words text={block} />
      </p>
    );
  }
  return (
    <ul>
      {block.map((line) => (
        <li key={line}>
          <Words text={line} />
        </li>
      ))}
    </ul>
  );
}
