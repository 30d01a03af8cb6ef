/**
 * A word for each byte. No two begin with the same four letters, and no two are one letter apart, so that a word is understood over
 * a telephone and after a slip.
 */
export const WORDS: readonly string[] = `
actor agent alarm album alley alpha amber anchor angle apple arch arena arrow artist atlas attic
aunt autumn avenue award bacon badge baker bamboo banana barn basket beach bean beetle bell bird
blue boat bonus book border bottle branch bread brick bridge broom bubble bucket butter cabin cable
cactus camel candle canoe canvas carbon carpet castle cedar cello center chalk cherry chess circle city
clay cliff clock cloud clover coach cobra coffee comet copper coral corner cotton cousin crane cream
crown daisy dance desert dinner doctor donkey door dragon drawer drum duck dust eagle earth east
echo eight elbow elder engine exit fabric falcon family farmer fence fern fiddle field finger fire
fish flag flute forest fork fossil frog fruit garden garlic gate ghost giant glass globe gold
goose grape green guitar hammer harbor hazel heart hedge helmet hill honey hood horse hotel hunter
igloo iron island ivory jacket jaguar jelly jewel joker judge juice jungle kettle kidney king kiosk
kite kitten knee knife ladder lake lamp lawn leaf lemon letter lily lion lizard lotus lumber
lunch magnet mango maple marble market meadow melon metal milk mirror moon mother museum music napkin
neck needle nephew nest noodle north nurse oasis ocean office olive onion opera orange orbit organ
otter oven paper pasta pearl piano pilot pine polar pond queen quilt radio rain raven river
robin rope ruby sail salad salt sand seven shell shirt smoke snow sofa soup spoon star
stone swan tiger tooth tower tree tulip uncle wagon water wheat wolf zebra zero zinc zone
`
  .trim()
  .split(/\s+/);

const WORDS_OF_A_HASH = 8;

/** The beginning of a hash (hexadecimal) as words, for two people to compare by voice. They stand for 64 bits of it. */
export function hashWords(hash: string): string {
  const bytes = hash.slice(0, 2 * WORDS_OF_A_HASH).match(/../g) ?? [];
  return bytes.map((byte) => WORDS[Number.parseInt(byte, 16)]).join(' ');
}
