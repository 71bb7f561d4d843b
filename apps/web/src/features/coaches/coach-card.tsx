import { Anchor, Avatar, Badge, Group, Stack, Text, Title } from '@mantine/core';
import type { CoachCard as Coach } from '@stridewell/contract/coaches';
import { linkLabel } from '@stridewell/contract/coaches.rules';
import { IconBrandInstagram, IconCertificate, IconLanguage, IconWorld } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Muted } from '../../components/muted.tsx';
import { countLabel } from '../../lib/format.ts';
import classes from './coach-card.module.css';

const ICON = { size: 18, stroke: 1.75, 'aria-hidden': true };

/** A coach as clients see them. Empty fields are left out. */
export function CoachCard({ coach, children }: { coach: Coach; children?: ReactNode }) {
  const { fullName, initials, photoUrl, headline, bio, yearsOfExperience } = coach;
  return (
    <Stack gap="md">
      <Group wrap="nowrap" gap="md">
        <Avatar size={64} src={photoUrl} alt="">
          {initials}
        </Avatar>
        <Stack gap={0} miw={0}>
          <Title order={3} size="h2">
            {fullName}
          </Title>
          {headline && <Text>{headline}</Text>}
          {yearsOfExperience !== null && (
            <Muted>
              {yearsOfExperience === 0
                ? 'In the first year of coaching'
                : `${countLabel(yearsOfExperience, 'year')} of coaching`}
            </Muted>
          )}
        </Stack>
      </Group>
      {children}
      {bio && <Text style={{ whiteSpace: 'pre-line' }}>{bio}</Text>}
      {coach.specialities.length > 0 && (
        <Group gap={8}>
          {coach.specialities.map((speciality) => (
            <Badge key={speciality} maw="100%">
              {speciality}
            </Badge>
          ))}
        </Group>
      )}
      <ul className={classes.facts}>
        {coach.certifications.map(({ name, issuer, year }) => (
          <li key={`${name} ${issuer} ${year}`}>
            <IconCertificate {...ICON} />
            <span>
              {name}, {issuer}, {year}
            </span>
          </li>
        ))}
        {coach.languages.length > 0 && (
          <li>
            <IconLanguage {...ICON} />
            <span>{coach.languages.join(', ')}</span>
          </li>
        )}
        {coach.website && <LinkFact icon={<IconWorld {...ICON} />} url={coach.website} />}
        {coach.instagram && <LinkFact icon={<IconBrandInstagram {...ICON} />} url={coach.instagram} />}
      </ul>
    </Stack>
  );
}

function LinkFact({ icon, url }: { icon: ReactNode; url: string }) {
  return (
    <li>
      {icon}
      <Anchor href={url} target="_blank" rel="noopener noreferrer nofollow" underline="always">
        {linkLabel(url)}
      </Anchor>
    </li>
  );
}
