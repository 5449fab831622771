/** Books first published from 1880 to 1899: Gutenberg number | title | author | year | language of the edition | subjects. */
export const books1880To1899 = `
28054 | The Brothers Karamazov | dostoyevsky-fyodor | 1880 | en | family, philosophy
2870 | Washington Square | james-henry | 1880 | en | family
5250 | Nana | zola-emile | 1880 | fr | paris
8121 | Ghosts | ibsen-henrik | 1881 | en | drama
54829 | Memorias Posthumas de Braz Cubas | machado-de-assis | 1881 | pt | satire
1837 | The Prince and the Pauper | twain-mark | 1881 | en | historical, children
2446 | An Enemy of the People | ibsen-henrik | 1882 | en | drama, politics
500 | The Adventures of Pinocchio | collodi-carlo | 1883 | en | fantasy, children
1998 | Thus Spake Zarathustra | nietzsche-friedrich | 1883 | en | philosophy
120 | Treasure Island | stevenson-robert-louis | 1883 | en | adventure, pirates
245 | Life on the Mississippi | twain-mark | 1883 | en | memoir, travel
201 | Flatland | abbott-edwin | 1884 | en | mathematics, satire
76 | Adventures of Huckleberry Finn | twain-mark | 1884 | en | adventure, satire
2166 | King Solomon's Mines | haggard-h-rider | 1885 | en | adventure, africa
3733 | Bel Ami | maupassant-guy-de | 1885 | en | paris, ambition
5711 | Germinal | zola-emile | 1885 | fr | mining, social
3499 | Jo's Boys | alcott-louisa-may | 1886 | en | family, children
479 | Little Lord Fauntleroy | burnett-frances-hodgson | 1886 | en | children
143 | The Mayor of Casterbridge | hardy-thomas | 1886 | en | tragedy, rural life
849 | The Idle Thoughts of an Idle Fellow | jerome-jerome-k | 1886 | en | essays, humour
4363 | Beyond Good and Evil | nietzsche-friedrich | 1886 | en | philosophy
43 | The Strange Case of Dr. Jekyll and Mr. Hyde | stevenson-robert-louis | 1886 | en | gothic, horror
421 | Kidnapped | stevenson-robert-louis | 1886 | en | adventure, historical
244 | A Study in Scarlet | doyle-arthur-conan | 1887 | en | detective
17013 | Fortunata y Jacinta | galdos-benito-perez | 1887 | es | society, madrid
3155 | She | haggard-h-rider | 1887 | en | adventure, fantasy
20228 | Noli Me Tángere | rizal-jose | 1887 | tl | colonialism
624 | Looking Backward, 2000 to 1887 | bellamy-edward | 1888 | en | utopia
40409 | Os Maias | eca-de-queiros | 1888 | pt | family, society
848 | The Black Arrow | stevenson-robert-louis | 1888 | en | adventure, historical
74008 | Der Schimmelreiter | storm-theodor | 1888 | de | novella, ghosts
902 | The Happy Prince, and Other Tales | wilde-oscar | 1888 | en | fairy tales, children
620 | Sylvie and Bruno | carroll-lewis | 1889 | en | fantasy, children
308 | Three Men in a Boat | jerome-jerome-k | 1889 | en | comedy, travel
864 | The Master of Ballantrae | stevenson-robert-louis | 1889 | en | adventure, historical
86 | A Connecticut Yankee in King Arthur's Court | twain-mark | 1889 | en | satire, time travel
2678 | Poems by Emily Dickinson, Series One | dickinson-emily | 1890 | en | poetry
2097 | The Sign of the Four | doyle-arthur-conan | 1890 | en | detective
8387 | Hunger | hamsun-knut | 1890 | en | psychology
4093 | Hedda Gabler | ibsen-henrik | 1890 | en | drama
3261 | News from Nowhere | morris-william | 1890 | en | utopia
174 | The Picture of Dorian Gray | wilde-oscar | 1890 | en | gothic, philosophy
110 | Tess of the d'Urbervilles | hardy-thomas | 1891 | en | tragedy, rural life
773 | Lord Arthur Savile's Crime | wilde-oscar | 1891 | en | short stories
1661 | The Adventures of Sherlock Holmes | doyle-arthur-conan | 1892 | en | detective, short stories
1952 | The Yellow Wallpaper | gilman-charlotte-perkins | 1892 | en | women, horror
447 | Maggie | crane-stephen | 1893 | en | new york, social
834 | The Memoirs of Sherlock Holmes | doyle-arthur-conan | 1893 | en | detective, short stories
95 | The Prisoner of Zenda | hope-anthony | 1894 | en | adventure
236 | The Jungle Book | kipling-rudyard | 1894 | en | animals, children
102 | The Tragedy of Pudd'nhead Wilson | twain-mark | 1894 | en | satire, mystery
8492 | The King in Yellow | chambers-robert-w | 1895 | en | horror, short stories
720 | Almayer's Folly | conrad-joseph | 1895 | en | colonialism
73 | The Red Badge of Courage | crane-stephen | 1895 | en | war, historical
153 | Jude the Obscure | hardy-thomas | 1895 | en | tragedy, social
1937 | The Second Jungle Book | kipling-rudyard | 1895 | en | animals, children
19322 | The Antichrist | nietzsche-friedrich | 1895 | en | philosophy, religion
35 | The Time Machine | wells-h-g | 1895 | en | science fiction, time travel
1754 | The Sea-Gull | chekhov-anton | 1896 | en | drama
169 | The Well at the World's End | morris-william | 1896 | en | fantasy
2853 | Quo Vadis | sienkiewicz-henryk | 1896 | en | historical, rome
159 | The Island of Doctor Moreau | wells-h-g | 1896 | en | science fiction, horror
1756 | Uncle Vanya | chekhov-anton | 1897 | en | drama
2225 | "Captains Courageous" | kipling-rudyard | 1897 | en | sea, coming of age
345 | Dracula | stoker-bram | 1897 | en | gothic, horror, vampires
5230 | The Invisible Man | wells-h-g | 1897 | en | science fiction
209 | The Turn of the Screw | james-henry | 1898 | en | ghosts, gothic
36 | The War of the Worlds | wells-h-g | 1898 | en | science fiction, mars
160 | The Awakening | chopin-kate | 1899 | en | women
219 | Heart of Darkness | conrad-joseph | 1899 | en | colonialism, africa
55752 | Dom Casmurro | machado-de-assis | 1899 | pt | marriage
1938 | Resurrection | tolstoy-leo | 1899 | en | social, law
775 | When the Sleeper Wakes | wells-h-g | 1899 | en | science fiction, dystopia
844 | The Importance of Being Earnest | wilde-oscar | 1899 | en | drama, comedy
885 | An Ideal Husband | wilde-oscar | 1899 | en | drama, comedy
`;
