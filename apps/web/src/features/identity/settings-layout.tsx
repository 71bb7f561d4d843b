import { Button, Text, Title } from '@mantine/core';
import { type Icon, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './settings-layout.module.css';

type SectionEntry = { id: string; label: string; hint: string; icon: Icon };
export type SettingsSection = SectionEntry & { content: ReactNode };
/** A part of the settings that is too large to stand beside the list. */
export type SettingsPage = SectionEntry & { to: '/operator/settings/exercises' };

type SettingsLayoutProps = {
  title: string;
  path: '/settings' | '/client/profile' | '/operator/profile' | '/operator/settings';
  sections: readonly (SettingsSection | SettingsPage)[];
  /** The section in the address. An unknown one counts as none. */
  chosen: string | undefined;
};

/** On a desktop the list stands beside the section. On a phone the list comes first and a section links back to it. */
export function SettingsLayout({ title, path, sections, chosen }: SettingsLayoutProps) {
  const shownHere = sections.filter((section) => 'content' in section);
  const open = shownHere.find(({ id }) => id === chosen);
  const shown = open ?? shownHere[0];
  return (
    <div className={classes.layout} data-open={open !== undefined || undefined}>
      <div className={classes.side}>
        <Title order={1} mb="md">
          {title}
        </Title>
        <nav aria-label={title}>
          {sections.map(({ id, label, hint, icon: SectionIcon, ...section }) => (
            <Link
              key={id}
              {...('to' in section ? { to: section.to } : { to: path, search: { section: id } })}
              className={classes.entry}
              data-shown={id === shown?.id || undefined}
              aria-current={id === shown?.id ? 'page' : undefined}
            >
              <SectionIcon size={18} stroke={1.75} aria-hidden />
              <span>
                <span className={classes.label}>{label}</span>
                <Text span size="sm" c="dimmed" className={classes.hint}>
                  {hint}
                </Text>
              </span>
              <IconChevronRight size={18} stroke={1.75} aria-hidden className={classes.arrow} />
            </Link>
          ))}
        </nav>
      </div>
      <div className={classes.content}>
        <Button
          className={classes.back}
          variant="subtle"
          leftSection={<IconChevronLeft size={18} />}
          renderRoot={(props) => <Link to={path} search={{}} {...props} />}
        >
          {title}
        </Button>
        <Title order={1} className={classes.title}>
          {shown?.label}
        </Title>
        {shown?.content}
      </div>
    </div>
  );
}
