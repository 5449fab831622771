/** Books first published in 1900 and later: Gutenberg number | title | author | year | language of the edition | subjects. */
export const booksSince1900 = `
55 | The Wonderful Wizard of Oz | baum-l-frank | 1900 | en | fantasy, children
5658 | Lord Jim | conrad-joseph | 1900 | en | sea
233 | Sister Carrie | dreiser-theodore | 1900 | en | chicago, social
2226 | Kim | kipling-rudyard | 1901 | en | adventure, india
34811 | Buddenbrooks | mann-thomas | 1901 | de | family
2376 | Up from Slavery | washington-booker-t | 1901 | en | autobiography
1013 | The First Men in the Moon | wells-h-g | 1901 | en | science fiction, moon
2852 | The Hound of the Baskervilles | doyle-arthur-conan | 1902 | en | detective, mystery
2781 | Just So Stories | kipling-rudyard | 1902 | en | animals, children
778 | Five Children and It | nesbit-e | 1902 | en | fantasy, children
14838 | The Tale of Peter Rabbit | potter-beatrix | 1902 | en | animals, children
2084 | The Way of All Flesh | butler-samuel | 1903 | en | family
2360 | The Riddle of the Sands | childers-erskine | 1903 | en | espionage, sea
408 | The Souls of Black Folk | du-bois-w-e-b | 1903 | en | essays, sociology
432 | The Ambassadors | james-henry | 1903 | en | society
215 | The Call of the Wild | london-jack | 1903 | en | animals, adventure
1688 | The People of the Abyss | london-jack | 1903 | en | london, social
3328 | Man and Superman | shaw-bernard | 1903 | en | drama, philosophy
3781 | The Jewel of Seven Stars | stoker-bram | 1903 | en | horror, egypt
54 | The Marvelous Land of Oz | baum-l-frank | 1904 | en | fantasy, children
2021 | Nostromo | conrad-joseph | 1904 | en | politics
8486 | Ghost Stories of an Antiquary | james-m-r | 1904 | en | ghosts, short stories
1074 | The Sea-Wolf | london-jack | 1904 | en | sea, adventure
11696 | The Food of the Gods and How It Came to Earth | wells-h-g | 1904 | en | science fiction
146 | A Little Princess | burnett-frances-hodgson | 1905 | en | children
108 | The Return of Sherlock Holmes | doyle-arthur-conan | 1905 | en | detective, short stories
60 | The Scarlet Pimpernel | orczy-baroness | 1905 | en | adventure, revolution
284 | The House of Mirth | wharton-edith | 1905 | en | society, new york
2776 | The Four Million | henry-o | 1906 | en | short stories, new york
10935 | The Wonderful Adventures of Nils | lagerlof-selma | 1906 | en | children, geography
910 | White Fang | london-jack | 1906 | en | animals, adventure
1874 | The Railway Children | nesbit-e | 1906 | en | children
140 | The Jungle | sinclair-upton | 1906 | en | chicago, social
33361 | Ozma of Oz | baum-l-frank | 1907 | en | fantasy, children
974 | The Secret Agent | conrad-joseph | 1907 | en | espionage, london
2604 | The Longest Journey | forster-e-m | 1907 | en | coming of age
1725 | Heart of the West | henry-o | 1907 | en | short stories, western
6133 | The Extraordinary Adventures of Arsène Lupin, Gentleman-Burglar | leblanc-maurice | 1907 | en | crime, detective
1685 | The Mystery of the Yellow Room | leroux-gaston | 1907 | en | detective
130 | Orthodoxy | chesterton-g-k | 1908 | en | religion
1695 | The Man Who Was Thursday | chesterton-g-k | 1908 | en | mystery, satire
2641 | A Room with a View | forster-e-m | 1908 | en | romance, italy
289 | The Wind in the Willows | grahame-kenneth | 1908 | en | animals, children
1164 | The Iron Heel | london-jack | 1908 | en | dystopia
45 | Anne of Green Gables | montgomery-l-m | 1908 | en | children, coming of age
780 | The War in the Air | wells-h-g | 1908 | en | science fiction, aviation
1056 | Martin Eden | london-jack | 1909 | en | writers
47 | Anne of Avonlea | montgomery-l-m | 1909 | en | children, coming of age
524 | Ann Veronica | wells-h-g | 1909 | en | social
2891 | Howards End | forster-e-m | 1910 | en | society
175 | The Phantom of the Opera | leroux-gaston | 1910 | en | gothic, mystery
16 | Peter Pan | barrie-j-m | 1911 | en | fantasy, children
113 | The Secret Garden | burnett-frances-hodgson | 1911 | en | children, gardens
204 | The Innocence of Father Brown | chesterton-g-k | 1911 | en | detective, short stories
2480 | Under Western Eyes | conrad-joseph | 1911 | en | politics, russia
1188 | The Lair of the White Worm | stoker-bram | 1911 | en | horror
4517 | Ethan Frome | wharton-edith | 1911 | en | tragedy, rural life
139 | The Lost World | doyle-arthur-conan | 1912 | en | adventure, dinosaurs
12108 | Der Tod in Venedig | mann-thomas | 1912 | de | novella
5827 | The Problems of Philosophy | russell-bertrand | 1912 | en | philosophy
24 | O Pioneers! | cather-willa | 1913 | en | prairie, rural life
41214 | Totem and Taboo | freud-sigmund | 1913 | en | psychology, anthropology
217 | Sons and Lovers | lawrence-d-h | 1913 | en | family
2650 | Du côté de chez Swann | proust-marcel | 1913 | fr | memory
7178 | Swann's Way | proust-marcel | 1913 | en | memory
2814 | Dubliners | joyce-james | 1914 | en | short stories, dublin
558 | The Thirty-Nine Steps | buchan-john | 1915 | en | espionage, adventure
44 | The Song of the Lark | cather-willa | 1915 | en | music
3289 | The Valley of Fear | doyle-arthur-conan | 1915 | en | detective
32 | Herland | gilman-charlotte-perkins | 1915 | en | utopia, women
22367 | Die Verwandlung | kafka-franz | 1915 | de | absurd
28948 | The Rainbow | lawrence-d-h | 1915 | en | family
351 | Of Human Bondage | maugham-w-somerset | 1915 | en | coming of age
51 | Anne of the Island | montgomery-l-m | 1915 | en | coming of age
2042 | Something New | wodehouse-p-g | 1915 | en | comedy
144 | The Voyage Out | woolf-virginia | 1915 | en | modernism
559 | Greenmantle | buchan-john | 1916 | en | espionage, adventure
4217 | A Portrait of the Artist as a Young Man | joyce-james | 1916 | en | coming of age, dublin
7166 | The Home and the World | tagore-rabindranath | 1916 | en | india, politics
6684 | Uneasy Money | wodehouse-p-g | 1916 | en | comedy
2350 | His Last Bow | doyle-arthur-conan | 1917 | en | detective
10984 | Growth of the Soil | hamsun-knut | 1917 | en | rural life
242 | My Ántonia | cather-willa | 1918 | en | prairie, rural life
416 | Winesburg, Ohio | anderson-sherwood | 1919 | en | short stories, rural life
222 | The Moon and Sixpence | maugham-w-somerset | 1919 | en | art
41654 | Introduction to Mathematical Philosophy | russell-bertrand | 1919 | en | mathematics, philosophy
8164 | My Man Jeeves | wodehouse-p-g | 1919 | en | comedy, short stories
1245 | Night and Day | woolf-virginia | 1919 | en | modernism
13083 | R.U.R. | capek-karel | 1920 | cs | drama, robots
863 | The Mysterious Affair at Styles | christie-agatha | 1920 | en | detective
805 | This Side of Paradise | fitzgerald-f-scott | 1920 | en | coming of age
4240 | Women in Love | lawrence-d-h | 1920 | en | romance
543 | Main Street | lewis-sinclair | 1920 | en | satire
1329 | A Voyage to Arcturus | lindsay-david | 1920 | en | science fiction, fantasy
541 | The Age of Innocence | wharton-edith | 1920 | en | society, new york
2369 | One of Ours | cather-willa | 1922 | en | war
1155 | The Secret Adversary | christie-agatha | 1922 | en | detective, espionage
1321 | The Waste Land | eliot-t-s | 1922 | en | poetry, modernism
9830 | The Beautiful and Damned | fitzgerald-f-scott | 1922 | en | society, new york
2500 | Siddhartha | hesse-hermann | 1922 | en | philosophy, india
4300 | Ulysses | joyce-james | 1922 | en | modernism, dublin
1156 | Babbitt | lewis-sinclair | 1922 | en | satire
1872 | The Red House Mystery | milne-a-a | 1922 | en | detective
5670 | Jacob's Room | woolf-virginia | 1922 | en | modernism
58820 | Whose Body? | sayers-dorothy-l | 1923 | en | detective
61963 | We | zamyatin-yevgeny | 1924 | en | dystopia
64317 | The Great Gatsby | fitzgerald-f-scott | 1925 | en | society, new york
69327 | Der Prozess | kafka-franz | 1925 | de | absurd, law
71865 | Mrs Dalloway | woolf-virginia | 1925 | en | modernism, london
67138 | The Sun Also Rises | hemingway-ernest | 1926 | en | spain
67098 | Winnie-the-Pooh | milne-a-a | 1926 | en | animals, children
10554 | Right Ho, Jeeves | wodehouse-p-g | 1934 | en | comedy
`;
