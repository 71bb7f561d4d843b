import { Button, Stack } from '@mantine/core';
import { IconChevronLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PageHeader } from '../ui/page-header.tsx';

/** The header of a page of the platform's settings, with the way back to their list. */
export const SettingsPageHeader = (props: ComponentProps<typeof PageHeader>) => (
  <Stack gap="xs">
    <Button
      variant="subtle"
      style={{ alignSelf: 'start' }}
      leftSection={<IconChevronLeft size={18} stroke={1.75} aria-hidden />}
      renderRoot={(root) => <Link to="/operator/settings" {...root} />}
    >
      Settings
    </Button>
    <PageHeader {...props} />
  </Stack>
);
