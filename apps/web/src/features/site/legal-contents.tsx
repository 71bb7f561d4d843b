import { Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import classes from './legal.module.css';

type LegalContentsProps = {
  sections: readonly { id: string; title: string }[];
  /** The section being read. */
  activeId: string | undefined;
};

const LIST_ID = 'legal-contents';

/** The table of contents: always open beside the text, folded above it where there is no room. */
export function LegalContents({ sections, activeId }: LegalContentsProps) {
  const [opened, list] = useDisclosure(false);
  return (
    <nav className={classes.contents} aria-label="On this page" data-opened={opened || undefined}>
      <Text visibleFrom="md" size="sm" fw={650} pl={17} mb="xs" aria-hidden>
        On this page
      </Text>
      <UnstyledButton
        hiddenFrom="md"
        className={classes.toggle}
        aria-expanded={opened}
        aria-controls={LIST_ID}
        onClick={list.toggle}
      >
        On this page
        <IconChevronDown size={18} stroke={1.75} aria-hidden />
      </UnstyledButton>
      <ol id={LIST_ID}>
        {sections.map(({ id, title }, index) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={id === activeId ? 'location' : undefined} onClick={list.close}>
              <span>{index + 1}</span>
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
