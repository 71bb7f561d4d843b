import { Text } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './legal.module.css';

/**
 * The table of contents: always open beside the text, folded above it where there is no room. Styles alone fold it and
 * mark the section being read, so that a page to read needs no program.
 */
export const LegalContents = ({ sections }: { sections: readonly { id: string; title: string }[] }) => (
  <nav className={classes.contents} aria-label="On this page">
    <Text visibleFrom="md" size="sm" fw={650} pl={17} mb="xs" aria-hidden>
      On this page
    </Text>
    <details>
      <summary className={classes.toggle}>
        On this page
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </summary>
      <ol>
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`}>
              <span>{index + 1}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </details>
  </nav>
);
