import type { ReactNode, Ref } from 'react';
import classes from './display-header.module.css';

type DisplayHeaderProps = {
  title: ReactNode;
  lead?: ReactNode;
  /** 2 for a section of the page. */
  order?: 1 | 2;
  /** For the one claim that opens or closes a page. */
  large?: boolean;
  /** Names the section around it. */
  id?: string;
  /** The heading can take the focus. */
  headingRef?: Ref<HTMLHeadingElement>;
};

/** The large heading of a public page, or of one of its sections. Work screens have `PageHeader`. */
export function DisplayHeader({ title, lead, order = 1, large = false, id, headingRef }: DisplayHeaderProps) {
  const Heading = order === 1 ? 'h1' : 'h2';
  return (
    <>
      <Heading
        id={id}
        className={classes.title}
        data-large={large || undefined}
        {...(headingRef && { ref: headingRef, tabIndex: -1 })}
      >
        {title}
      </Heading>
      {lead && <p className={classes.lead}>{lead}</p>}
    </>
  );
}
