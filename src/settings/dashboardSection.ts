import { scalar, section, urlFrom } from './kinds.ts';

const MOST_PORT = 65_535;

/** Where a browser finds a running daemon. */
export const dashboardSection = section('The dashboard of a running daemon, for a browser on this machine', {
  port: scalar(
    'text',
    {
      about:
        'Port on 127.0.0.1, or off; 0 takes any free one; without it the demo takes 4780 (or any free one), and nothing else serves a dashboard',
    },
    'a port from 0 to 65535, or off',
    ['4780', 'off'],
    (text): number | 'off' | undefined => {
      if (text === 'off') return 'off';
      return /^\d{1,5}$/.test(text) && Number(text) <= MOST_PORT ? Number(text) : undefined;
    },
  ).optional(),
  origin: scalar(
    'url',
    { about: 'Address of a proxy with TLS on this machine that passes requests on to the port; without it only this machine is served' },
    'an address that starts with https:// and has no path',
    ['https://desk.example.com'],
    (text) => {
      const url = urlFrom(text);
      return url !== undefined && url === new URL(url).origin && url.startsWith('https:') ? url : undefined;
    },
  ).optional(),
});
