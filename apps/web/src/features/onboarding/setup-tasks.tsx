import { Group, Text } from '@mantine/core';
import type { CoachSetup } from '@stridewell/contract/onboarding/onboarding';
import { SETUP_TASKS } from '@stridewell/contract/onboarding/onboarding.rules';
import { IconChevronRight } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { DoneIcon } from '../../ui/done-icon.tsx';
import rows from '../../ui/rows.module.css';

/** The setup tasks. Open ones link to their step. */
export function SetupTasks({ setup }: { setup: CoachSetup }) {
  return (
    <ul className={rows.divided}>
      {SETUP_TASKS.map(({ fact, label, step }) => (
        <Group key={fact} component="li" gap="sm" wrap="nowrap" mih={48} py={4}>
          <DoneIcon done={setup[fact]} />
          {setup[fact] ? (
            <Text span flex={1}>
              {label}
            </Text>
          ) : (
            <Link to="/coach-onboarding" search={{ step }} className={rows.link} style={{ paddingInline: 0 }}>
              <Text span flex={1}>
                {label}
              </Text>
              <IconChevronRight size={18} stroke={1.75} aria-hidden />
            </Link>
          )}
        </Group>
      ))}
    </ul>
  );
}
