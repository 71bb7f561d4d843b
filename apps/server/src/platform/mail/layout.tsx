import { Body, Button, Container, Head, Html, Img, Link, Preview, Text } from '@react-email/components';
import { createContext, type ReactNode, useContext } from 'react';
import type { MailLook } from './look.ts';

const font = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif";

/** The operators' paragraph above the text of a mail; empty for none. */
export const Introduction = createContext('');

/** How the mail looks; null for the product's look. */
export const Look = createContext<MailLook | null>(null);

const PINE = { light: '#14745A', dark: '#7CCBAE' };

/**
 * Colors for dark mail programs. The meta tag says that a mail has its own, so programs do not invert it. Programs that
 * ignore styles in the head show the light colors of the elements.
 */
const darkColors = (accent: string) => `@media (prefers-color-scheme: dark) {
.page, .page > table > tbody > tr > td { background-color: #0E1512 !important; }
.sheet { background-color: #1D2722 !important; }
.brand { color: ${accent} !important; }
.logo { background-color: #FFFFFF !important; }
.text { color: #E8EFEB !important; }
.muted { color: #9DADA5 !important; }
.action { background-color: ${accent} !important; color: #0A100D !important; }
}`;

/** Height of a logo, also of one that is higher than wide. */
const LOGO_HEIGHT = 40;

/** Width of a logo at a height that leaves room for the text. */
const logoSize = ({ width, height }: { width: number; height: number }) => {
  const scale = Math.min(1, LOGO_HEIGHT / height, 240 / width);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** The logo, or the name where there is none. Programs that load no pictures show the name in its place. */
function MailHead({ name }: { name: string }) {
  const look = useContext(Look);
  const style = { color: look?.accent.light ?? PINE.light, fontSize: 18, fontWeight: 700, margin: '0 0 20px' };
  if (!look?.logo)
    return (
      <Text className="brand" style={style}>
        {name}
      </Text>
    );
  return <Img className="logo" src={look.logo.src} alt={name} {...logoSize(look.logo)} style={style} />;
}

/** The frame of every mail: one column, one idea, one button. */
export function MailLayout(props: { productName: string; preview: string; children: ReactNode }) {
  const introduction = useContext(Introduction);
  const accent = useContext(Look)?.accent ?? PINE;
  return (
    <Html lang="en">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <style>{darkColors(accent.dark)}</style>
      </Head>
      <Preview>{props.preview}</Preview>
      <Body className="page" style={{ backgroundColor: '#F3F6F2', fontFamily: font, margin: 0, padding: '32px 0' }}>
        <Container
          className="sheet"
          style={{
            backgroundColor: '#FFFFFF',
            borderRadius: 10,
            maxWidth: 520,
            padding: '32px 36px',
            overflowWrap: 'anywhere',
            // For mail programs that do not know `overflow-wrap: anywhere`.
            wordBreak: 'break-word',
          }}
        >
          <MailHead name={props.productName} />
          {introduction && (
            <MailText>
              <span style={{ whiteSpace: 'pre-line' }}>{introduction}</span>
            </MailText>
          )}
          {props.children}
        </Container>
      </Body>
    </Html>
  );
}

export function MailText({ muted = false, children }: { muted?: boolean; children: ReactNode }) {
  const tone = muted ? { color: '#5A6B64', fontSize: 13 } : { color: '#10201B', fontSize: 15 };
  return (
    <Text className={muted ? 'muted' : 'text'} style={{ ...tone, lineHeight: '24px', margin: '0 0 16px' }}>
      {children}
    </Text>
  );
}

export function MailList({ lines }: { lines: readonly string[] }) {
  return (
    <ul
      className="text"
      style={{ color: '#10201B', fontSize: 15, lineHeight: '24px', margin: '0 0 16px', paddingLeft: 20 }}
    >
      {lines.map((line) => (
        <li key={line} style={{ marginBottom: 4 }}>
          {line}
        </li>
      ))}
    </ul>
  );
}

/** A link within a text, in the text's color. */
export function MailLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link href={href} style={{ color: 'inherit', textDecoration: 'underline' }}>
      {children}
    </Link>
  );
}

export function MailButton({ href, children }: { href: string; children: ReactNode }) {
  const look = useContext(Look);
  return (
    <Button
      className="action"
      href={href}
      style={{
        backgroundColor: look?.accent.light ?? PINE.light,
        borderRadius: 8,
        color: '#FFFFFF',
        fontSize: 15,
        fontWeight: 600,
        margin: '8px 0 24px',
        padding: '12px 20px',
      }}
    >
      {children}
    </Button>
  );
}
